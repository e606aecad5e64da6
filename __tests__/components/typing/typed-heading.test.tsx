import { act, render } from '@testing-library/react';
import { TypedHeading } from '@/components/typing/typed-heading';

let prefersReducedMotion: boolean;
let sectionHeight: number;
/** Reports which parts of the section have come into view, one after the other. */
let showPart: (...parts: number[]) => void;

beforeEach(() => {
  jest.useFakeTimers();
  prefersReducedMotion = false;
  sectionHeight = 1500;
  window.matchMedia = ((query: string) => ({
    get matches() {
      return query.includes('reduced-motion') && prefersReducedMotion;
    },
  })) as unknown as typeof window.matchMedia;
  window.IntersectionObserver = class {
    constructor(callback: (entries: object[]) => void) {
      const describePart = (intersectionRatio: number) => ({
        isIntersecting: intersectionRatio > 0,
        intersectionRatio,
        boundingClientRect: { height: sectionHeight },
        rootBounds: { height: 150 },
      });
      showPart = (...parts) => act(() => callback(parts.map(describePart)));
    }
    observe() {}
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
  // Ten pixels per character, wrapped after the third.
  Range.prototype.getClientRects = function rects(this: Range) {
    const first = Math.min(this.endOffset, 3);
    return [{ width: first * 10 }, { width: (this.endOffset - first) * 10 }] as never;
  };
});

const renderHeading = (lines = ['First', 'Next']) =>
  render(
    <section>
      <TypedHeading id="title" lines={lines} />
    </section>,
  );
const getLines = () => [...document.querySelectorAll<HTMLElement>('[data-typing]')];
const readStates = () => getLines().map(({ dataset }) => dataset.typing);
const advance = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

const WAITING = ['waiting', 'idle'];
const TYPING = ['typing', 'idle'];

test('types each line after the one before, with a blinking caret, and starts over', async () => {
  // With the space between the lines, the first has twenty characters.
  const { unmount } = renderHeading(['x'.repeat(19), 'B']);
  expect(readStates()).toEqual(['done', 'done']);
  showPart(0);
  expect(readStates()).toEqual(['idle', 'idle']);
  showPart(1);
  let now = 0;
  for (const [ms, states, uncovered, caret] of [
    [49, WAITING, '', ''],
    [50, TYPING, '', ''],
    [100, TYPING, '10px', '0.07em'],
    [500, TYPING, '90px', '0.07em'],
    [550, TYPING, '100px', '0'],
    [950, TYPING, '180px', '0.07em'],
    [1050, ['done', 'waiting'], '', ''],
    [1199, ['done', 'waiting'], '', ''],
    [1200, ['done', 'typing'], '', ''],
    [1250, ['done', 'done'], '', ''],
  ] as const) {
    await advance(ms - now);
    now = ms;
    const { style } = getLines()[0]!;
    const shown = ['--typed', '--caret'].map((name) => style.getPropertyValue(name));
    expect([ms, readStates(), ...shown]).toEqual([ms, states, uncovered, caret]);
  }
  showPart(0);
  showPart(1);
  expect(readStates()).toEqual(WAITING);
  await advance(100);
  unmount();
  await advance(100);
  expect(jest.getTimerCount()).toBe(0);
});

test('a heading that is out of sight is typed, even if its section is in view at first', () => {
  renderHeading();
  showPart(1);
  expect(readStates()).toEqual(WAITING);
});

test('a heading that was read at first is typed once its section has left', () => {
  renderHeading();
  const rect = new DOMRect(0, 100, 200, 40);
  jest.spyOn(HTMLHeadingElement.prototype, 'getBoundingClientRect').mockReturnValue(rect);
  for (const part of [0, 0.05, 0.2]) {
    showPart(part);
    expect(readStates()).toEqual(['done', 'done']);
  }
  showPart(0);
  expect(readStates()).toEqual(['idle', 'idle']);
  showPart(0, 1);
  expect(readStates()).toEqual(WAITING);
});

test('a section that is too tall to show a tenth does not wait for one', () => {
  sectionHeight = 1600;
  renderHeading();
  showPart(0);
  showPart(0.09);
  expect(readStates()).toEqual(WAITING);
});

test('a line is shown at once if a translator wraps its text', async () => {
  renderHeading();
  showPart(0);
  showPart(1);
  await advance(150);
  const text = getLines()[0]!.firstElementChild!.firstChild as Text;
  text.replaceWith(document.createElement('font'));
  await advance(50);
  expect(readStates()).toEqual(['done', 'waiting']);
});

test('nothing is typed once motion is unwanted, also while the page is open', () => {
  renderHeading();
  showPart(0);
  prefersReducedMotion = true;
  showPart(1);
  expect(readStates()).toEqual(['done', 'done']);
  showPart(0);
  expect(readStates()).toEqual(['done', 'done']);
});
