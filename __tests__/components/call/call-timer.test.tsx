import { act, render, screen } from '@testing-library/react';
import { CallTimer } from '@/components/call/call-timer';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const timer = () => screen.getByRole('timer', { name: 'Call length' });
const clock = (startedAt: number, urgent = false) => (
  <CallTimer startedAt={startedAt} label="Call length" urgent={urgent} />
);
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

test('keeps counting when a timeout fires early', () => {
  const start = Date.now();
  render(clock(start));
  const now = jest.spyOn(Date, 'now').mockReturnValue(start + 999);
  pass(1000);
  expect(timer()).toHaveTextContent('00:00');
  now.mockReturnValue(start + 1000);
  pass(1);
  expect(timer()).toHaveTextContent('00:01');
  now.mockRestore();
});

test.each([
  ['minutes, and no more seconds than have passed', 0, 61_999, '01:01'],
  ['how long a call has lasted already', 600_000, 0, '10:00'],
  ['nothing below zero', -5_000, 0, '00:00'],
  ['the call’s own seconds, before one is over', 300, 699, '00:00'],
  ['the call’s own seconds, once one is over', 300, 700, '00:01'],
])('shows %s', (_, lasted, ms, shown) => {
  render(clock(Date.now() - lasted));
  pass(ms);
  expect(timer()).toHaveTextContent(shown);
});

test('restarts for another call and stops on unmount', () => {
  const start = Date.now();
  const view = render(clock(start));
  pass(5_000);
  expect(timer()).toHaveTextContent('00:05');
  view.rerender(clock(start + 3_000));
  pass(1_000);
  expect(timer()).toHaveTextContent('00:03');
  view.unmount();
  expect(jest.getTimerCount()).toBe(0);
});

test('has fixed-width digits, is not announced, and is highlighted in the last minute', () => {
  const { rerender } = render(clock(Date.now()));
  expect(timer()).toHaveAttribute('aria-live', 'off');
  expect([...timer().children].map(({ className }) => className)).toEqual([
    ...['stage-digit', 'stage-digit', '', 'stage-digit', 'stage-digit'],
  ]);
  expect(timer()).not.toHaveClass('text-accent');
  rerender(clock(Date.now(), true));
  expect(timer()).toHaveClass('text-accent');
});
