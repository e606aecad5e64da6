import { act, render, screen } from '@testing-library/react';
import { CallContext, type CallContextValue } from '@/components/call/call-context';
import { CallTimer } from '@/components/call/stage';
import { callCopyEn as copy } from '@/lib/content/call-en';
import type { CallStateOf } from '@/lib/call/session/call-state';

beforeEach(() => jest.useFakeTimers());

const getTimer = () => screen.getByRole('timer', { name: copy.elapsed });
const createTimer = (startedAt: number, lastMinute = false, endsAt = Infinity) => {
  const state = { startedAt, endsAt, lastMinute } as CallStateOf<'live'>;
  return (
    <CallContext value={{ copy } as CallContextValue}>
      <CallTimer state={state} />
    </CallContext>
  );
};
const advance = (ms: number) => act(() => jest.advanceTimersByTime(ms));

test('keeps counting when a timeout fires early', () => {
  const start = Date.now();
  render(createTimer(start));
  const now = jest.spyOn(Date, 'now').mockReturnValue(start + 999);
  advance(1000);
  expect(getTimer()).toHaveTextContent('00:00');
  now.mockReturnValue(start + 1000);
  advance(1);
  expect(getTimer()).toHaveTextContent('00:01');
  now.mockRestore();
});

test.each([
  ['minutes, and no more seconds than have passed', 0, 61_999, '01:01'],
  ['how long a call has lasted already', 600_000, 0, '10:00'],
  ['nothing below zero', -5_000, 0, '00:00'],
  ['the call’s own seconds, before one is over', 300, 699, '00:00'],
  ['the call’s own seconds, once one is over', 300, 700, '00:01'],
])('shows %s', (_, lasted, ms, shown) => {
  render(createTimer(Date.now() - lasted));
  advance(ms);
  expect(getTimer()).toHaveTextContent(shown);
});

test('never shows more than the end of the call, even after a sleep of the device', () => {
  const start = Date.now();
  render(createTimer(start, true, start + 300_000));
  advance(302_000);
  expect(getTimer()).toHaveTextContent('05:00');
  jest.setSystemTime(start + 3_605_000);
  advance(1_000);
  expect(getTimer()).toHaveTextContent('05:00');
});

test('restarts for another call and stops on unmount', () => {
  const start = Date.now();
  const view = render(createTimer(start));
  advance(5_000);
  expect(getTimer()).toHaveTextContent('00:05');
  view.rerender(createTimer(start + 3_000));
  advance(1_000);
  expect(getTimer()).toHaveTextContent('00:03');
  view.unmount();
  expect(jest.getTimerCount()).toBe(0);
});

test('has a fixed width, is not announced, and is highlighted in the last minute', () => {
  const { rerender } = render(createTimer(Date.now()));
  expect(getTimer()).toHaveAttribute('aria-live', 'off');
  expect(getTimer()).not.toHaveClass('text-accent-ink');
  rerender(createTimer(Date.now(), true));
  expect(getTimer()).toHaveClass('text-accent-ink');
});
