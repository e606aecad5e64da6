import { act, screen } from '@testing-library/react';
import { LiveTranscript } from '@/components/call/live-transcript';
import { callCopyEn } from '@/lib/content/call-en';
import type { TranscriptEntry } from '@/lib/call/transcript/entries';
import type { Speaker } from '@/lib/call/types';
import { createSaid, createTool } from '../../lib/call/transcript/entries';
import { renderInCall } from './widget-fixture';

const { visitor } = callCopyEn.speakers;

function renderTranscript(isTyped = false) {
  const { session } = renderInCall(<LiveTranscript isTyped={isTyped} />);
  const { transcript } = session;
  const set = (entries: TranscriptEntry[]) => act(() => transcript.set(entries));
  const say = (who: Speaker, text: string, status: 'open' | 'final' = 'final') => {
    const entries = transcript.get().filter((entry) => !isOpen(entry, who));
    set([...entries, createSaid(entries.length + 1, who, text, { status })]);
  };
  return { set, say };
}
const isOpen = (entry: TranscriptEntry, who: Speaker) =>
  entry.kind === 'said' && entry.who === who && entry.status === 'open';
const getLog = () => screen.getByRole('log');

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

test.each([
  // The microphone would hear the reader.
  ['not announced in a voice call', false, 'off'],
  ['announced in a typed call', true, 'polite'],
])('what the assistant says is %s', (_, isTyped, live) => {
  renderInCall(<LiveTranscript isTyped={isTyped} />);
  expect(getLog()).toHaveAttribute('aria-live', live);
});

test('the visitor’s own words are not announced in a typed call', () => {
  const { say } = renderTranscript(true);
  say('visitor', 'I would like to book.');
  say('assistant', 'Of course.');
  const lines = [...getLog().children].map((line) => line.getAttribute('aria-live'));
  expect(lines).toEqual(['off', null]);
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
