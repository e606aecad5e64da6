import { act, fireEvent, screen } from '@testing-library/react';
import { LiveTranscript } from '@/components/call/live-transcript';
import { callCopyEn } from '@/lib/content/call-en';
import type { TranscriptEntry } from '@/lib/call/transcript/entries';
import type { Speaker } from '@/lib/call/types';
import { createSaid, createTool } from '../../lib/call/transcript/entries';
import { renderInCall } from './render-in-call';

const { visitor } = callCopyEn.speakers;

beforeEach(() => jest.useFakeTimers());

function renderTranscript() {
  const { session } = renderInCall(<LiveTranscript isTyped={false} />);
  const { transcript } = session;
  const set = (entries: TranscriptEntry[]) =>
    act(() => transcript.set({ ...transcript.get(), entries }));
  const say = (who: Speaker, text: string, status: 'open' | 'final' = 'final') => {
    const entries = transcript.get().entries.filter((entry) => !isOpen(entry, who));
    set([...entries, createSaid(entries.length + 1, who, text, { status })]);
  };
  return { set, say };
}
const isOpen = (entry: TranscriptEntry, who: Speaker) =>
  entry.kind === 'said' && entry.who === who && entry.status === 'open';
const getLog = () => screen.getByRole('log');
const advanceFrame = () => act(() => jest.advanceTimersByTime(16));

test('hides a line from screen readers until it is complete, and then adds it', () => {
  const { say } = renderTranscript();
  expect(screen.getByText(callCopyEn.captionsEmpty)).toBeVisible();
  say('visitor', 'I would', 'open');
  expect(screen.queryByText(callCopyEn.captionsEmpty)).toBeNull();
  const line = getLog().firstElementChild;
  expect(line).toHaveAttribute('aria-hidden', 'true');
  say('visitor', 'I would like', 'open');
  expect(getLog().firstElementChild).toBe(line);
  say('visitor', 'I would like to book.');
  expect(getLog().firstElementChild).not.toBe(line);
  expect(getLog().firstElementChild).not.toHaveAttribute('aria-hidden');
  expect(getLog()).toHaveTextContent(`${visitor}: I would like to book.`);
});

test('shows a tool as running, then as done', () => {
  const { set } = renderTranscript();
  const detail = 'Friday, 10:00';
  const { working, done, separator } = callCopyEn.tools.move_appointment;
  set([createTool(1, 'move_appointment', { detail, done: false })]);
  expect(getLog()).toHaveTextContent(`${working}${separator}${detail}`);
  set([createTool(1, 'move_appointment', { detail })]);
  expect(getLog()).toHaveTextContent(`${done}${separator}${detail}`);
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

  test('keeps following while only the layout moves the text', () => {
    let resize = () => {};
    jest.spyOn(window, 'ResizeObserver').mockImplementation(((report: () => void) => ({
      observe: () => void (resize = report),
      disconnect() {},
    })) as never);
    const { say } = renderBox();
    // A press that does not scroll; the space for the text has grown by ten pixels.
    scrollTo(310);
    fireEvent.pointerDown(box);
    scrollTo(300);
    expect(findNewestButton()).toBeNull();
    // The text has become shorter and longer.
    scrollTo(220);
    expect(findNewestButton()).toBeNull();
    say('assistant', 'Hello.');
    expectNewestInView();
    // Notes take some of the room.
    box.scrollTop = 300;
    resize();
    expectNewestInView();
  });
});
