import { act, fireEvent, screen } from '@testing-library/react';
import { Examples } from '@/components/call/stage';
import { LiveTranscript } from '@/components/call/live-transcript';
import { callCopyEn } from '@/lib/content/call-en';
import type { TranscriptEntry } from '@/lib/call/transcript/entries';
import type { Speaker } from '@/lib/call/types';
import { createSaid, createTool } from '../../lib/call/transcript/entries';
import { renderInCall } from './render-in-call';
import { stubResizeObserver } from './stub-resize-observer';

const { assistant, visitor } = callCopyEn.speakers;

beforeEach(() => jest.useFakeTimers());

function renderTranscript(isTyped = false) {
  const { unmount, session } = renderInCall(<LiveTranscript isTyped={isTyped} />);
  const { transcript } = session;
  const set = (entries: TranscriptEntry[]) =>
    act(() => transcript.set({ ...transcript.get(), entries }));
  const say = (who: Speaker, text: string, status: 'open' | 'final' = 'final') => {
    const entries = transcript.get().entries.filter((entry) => !isOpen(entry, who));
    set([...entries, createSaid(entries.length + 1, who, text, { status })]);
  };
  return { set, say, unmount };
}
const isOpen = (entry: TranscriptEntry, who: Speaker) =>
  entry.kind === 'said' && entry.who === who && entry.status === 'open';
const getLog = () => screen.getByRole('log');
const advanceFrame = () => act(() => jest.advanceTimersByTime(16));

test.each(['begins', 'says'] as const)('shows a placeholder until somebody %s', (does) => {
  const { say } = renderTranscript();
  expect(screen.getByText(callCopyEn.captionsEmpty)).toBeVisible();
  if (does === 'begins') say('visitor', 'I', 'open');
  else say('visitor', 'I would like to book.');
  expect(screen.queryByText(callCopyEn.captionsEmpty)).toBeNull();
});

test('hides a line from screen readers until it is complete, and then adds it', () => {
  const { say } = renderTranscript();
  say('visitor', 'I would', 'open');
  const line = getLog().firstElementChild;
  expect(line).toHaveAttribute('aria-hidden', 'true');
  say('visitor', 'I would like', 'open');
  expect(getLog().firstElementChild).toBe(line);
  say('visitor', 'I would like to book.');
  expect(getLog().firstElementChild).not.toBe(line);
  expect(getLog().firstElementChild).not.toHaveAttribute('aria-hidden');
  expect(getLog()).toHaveTextContent(`${visitor}: I would like to book.`);
});

test.each([
  ['a voice call', false, 'off'],
  ['a typed call', true, 'polite'],
])('is a live region in no voice call: %s', (_, isTyped, live) => {
  renderTranscript(isTyped);
  expect(getLog()).toHaveAttribute('aria-live', live);
});

test('shows the speaker when it changes, and names it in every turn', () => {
  const { say } = renderTranscript();
  say('assistant', 'Hello.');
  say('assistant', 'How can I help?');
  say('visitor', 'Hi.');
  expect(getLog()).toHaveTextContent(
    `${assistant}: Hello.${assistant}: How can I help?${visitor}: Hi.`,
  );
  const names = [...getLog().querySelectorAll('p > span:first-child')];
  expect(names.map((name) => name.classList.contains('sr-only'))).toEqual([false, true, false]);
});

test('shows the speakers in bubbles of their own, on different sides', () => {
  const { say } = renderTranscript();
  say('assistant', 'Hello.');
  say('visitor', 'Hi.');
  say('visitor', 'I would', 'open');
  const getBubble = (text: string) => screen.getByText(text);
  expect(getBubble('Hello.')).toHaveClass('bubble-assistant');
  expect(getBubble('Hi.')).not.toHaveClass('bubble-assistant');
  expect(getBubble('I would')).toHaveClass('bubble-unfinished');
  expect(getBubble('Hello.').parentElement).toHaveClass('justify-items-end');
  expect(getBubble('Hi.').parentElement).not.toHaveClass('justify-items-end');
});

test('shows a tool as running, then as done', () => {
  const { set } = renderTranscript();
  const detail = 'Friday, 10:00';
  const { working, done, separator } = callCopyEn.tools.move_appointment;
  set([createTool(1, 'move_appointment', { detail, done: false })]);
  expect(getLog()).toHaveTextContent(`${working}${separator}${detail}`);
  expect(getLog().querySelector('.icon')).toBeNull();
  set([createTool(1, 'move_appointment', { detail })]);
  expect(getLog()).toHaveTextContent(`${done}${separator}${detail}`);
  expect(getLog().querySelector('.icon')).not.toBeNull();
});

describe('in a scrolling box', () => {
  let box: HTMLElement;
  /** 500 px of text in a box of 200 px. */
  const renderBox = () => {
    const rendered = renderTranscript();
    box = screen.getByRole('region', { name: callCopyEn.captions });
    Object.defineProperties(box, {
      scrollHeight: { configurable: true, value: 500 },
      clientHeight: { configurable: true, value: 200 },
    });
    expectNewestInView();
    return rendered;
  };
  const expectNewestInView = () => {
    advanceFrame();
    expect(box.scrollTop).toBe(500);
    expect(findNewestButton()).toBeNull();
  };
  const scrollTo = (top: number) => {
    box.scrollTop = top;
    fireEvent.scroll(box);
  };
  const findNewestButton = () => screen.queryByRole('button', { name: callCopyEn.newest });

  test.each(['wheel', 'touchMove', 'pointerDown', 'keyDown'] as const)(
    'stays where the visitor scrolled up by %s, and offers a jump to the newest words',
    (input) => {
      const { say } = renderBox();
      scrollTo(300);
      fireEvent[input](box);
      scrollTo(299);
      say('assistant', 'Hello.');
      advanceFrame();
      expect(box.scrollTop).toBe(299);
      fireEvent.click(findNewestButton()!);
      expectNewestInView();
    },
  );

  test('follows the newest words again once the visitor scrolls down to the end', () => {
    const { say } = renderBox();
    scrollTo(300);
    fireEvent.wheel(box);
    scrollTo(100);
    scrollTo(252);
    expect(findNewestButton()).not.toBeNull();
    scrollTo(253);
    say('assistant', 'Hello.');
    expectNewestInView();
  });

  test('keeps following after a press that does not scroll', () => {
    renderBox();
    scrollTo(310);
    fireEvent.pointerDown(box);
    // The space for the text has grown by ten pixels.
    scrollTo(300);
    expect(findNewestButton()).toBeNull();
  });

  test.each([
    ['that nobody has scrolled', () => undefined],
    [
      'that was scrolled up and down again',
      () => {
        fireEvent.wheel(box);
        scrollTo(100);
        scrollTo(300);
      },
    ],
  ])('follows a text %s when it shrinks and grows again', (_, showBefore) => {
    const { say } = renderBox();
    showBefore();
    scrollTo(220);
    expect(findNewestButton()).toBeNull();
    say('assistant', 'Hello.');
    advanceFrame();
    expect(box.scrollTop).toBe(500);
  });

  test('keeps the newest words in view when notes take some of their room', () => {
    const findObserver = stubResizeObserver();
    const { unmount } = renderBox();
    const observer = findObserver(box);
    expect(observer.observe).toHaveBeenCalledWith(box);
    box.scrollTop = 300;
    observer.resize();
    advanceFrame();
    expect(box.scrollTop).toBe(500);
    expect(observer.disconnect).not.toHaveBeenCalled();
    unmount();
    expect(observer.disconnect).toHaveBeenCalledTimes(1);
  });
});

test('the captions have their name once', () => {
  renderTranscript();
  expect(screen.getAllByLabelText(callCopyEn.captions)).toEqual([
    screen.getByRole('region', { name: callCopyEn.captions }),
  ]);
  expect(getLog()).toHaveAccessibleName('');
});

test('the examples can be focused while they scroll', () => {
  const findObserver = stubResizeObserver();
  const { unmount } = renderInCall(<Examples maxSeconds={300} />);
  const examples = screen.getByRole('group', { name: callCopyEn.examples.title });
  const observer = findObserver(examples);
  expect(findObserver(examples.querySelector('ul')!)).toBe(observer);
  const resize = (scrollHeight: number) => {
    Object.defineProperty(examples, 'scrollHeight', { configurable: true, value: scrollHeight });
    act(() => observer.resize());
  };
  Object.defineProperty(examples, 'clientHeight', { value: 200 });
  expect(examples).not.toHaveAttribute('tabindex');
  resize(200);
  expect(examples).not.toHaveAttribute('tabindex');
  resize(201);
  examples.focus();
  expect(examples).toHaveFocus();
  resize(200);
  expect(examples).not.toHaveAttribute('tabindex');
  expect(examples).toHaveTextContent('up to 5 min');
  for (const sentence of callCopyEn.examples.sentences)
    expect(examples).toHaveTextContent(sentence);
  unmount();
  expect(observer.disconnect).toHaveBeenCalledTimes(1);
});
