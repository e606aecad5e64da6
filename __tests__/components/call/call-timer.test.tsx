import { act, render, screen } from '@testing-library/react';
import { CallTimer } from '@/components/call/call-timer';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('it counts on when a timeout comes before its second is over', () => {
  const start = Date.now();
  render(<CallTimer startedAt={start} label="Call length" urgent={false} />);
  const timer = screen.getByRole('timer');
  const clock = jest.spyOn(Date, 'now').mockReturnValue(start + 999);
  act(() => jest.advanceTimersByTime(1000));
  expect(timer).toHaveTextContent('00:00');
  clock.mockReturnValue(start + 1000);
  act(() => jest.advanceTimersByTime(1));
  expect(timer).toHaveTextContent('00:01');
  clock.mockRestore();
});

test('it shows minutes, and no more seconds than have passed', () => {
  render(<CallTimer startedAt={Date.now()} label="Call length" urgent={false} />);
  act(() => jest.advanceTimersByTime(61_999));
  expect(screen.getByRole('timer')).toHaveTextContent('01:01');
});

test('it starts again with another call, and stops with the last', () => {
  const start = Date.now();
  const view = render(<CallTimer startedAt={start} label="Call length" urgent={false} />);
  act(() => jest.advanceTimersByTime(5_000));
  expect(screen.getByRole('timer', { name: 'Call length' })).toHaveTextContent('00:05');
  view.rerender(<CallTimer startedAt={start + 3_000} label="Call length" urgent={false} />);
  act(() => jest.advanceTimersByTime(1_000));
  expect(screen.getByRole('timer')).toHaveTextContent('00:03');
  view.unmount();
  expect(jest.getTimerCount()).toBe(0);
});

test('it shows how long a call has lasted already, and nothing below zero', () => {
  const { unmount } = render(
    <CallTimer startedAt={Date.now() - 600_000} label="Call length" urgent={false} />,
  );
  expect(screen.getByRole('timer')).toHaveTextContent('10:00');
  unmount();
  render(<CallTimer startedAt={Date.now() + 5_000} label="Call length" urgent={false} />);
  expect(screen.getByRole('timer')).toHaveTextContent('00:00');
});

test('it is not read out', () => {
  render(<CallTimer startedAt={Date.now()} label="Call length" urgent={false} />);
  expect(screen.getByRole('timer')).toHaveAttribute('aria-live', 'off');
});

test('it counts in step with the call’s own seconds', () => {
  render(<CallTimer startedAt={Date.now() - 300} label="Call length" urgent={false} />);
  act(() => jest.advanceTimersByTime(699));
  expect(screen.getByRole('timer')).toHaveTextContent('00:00');
  act(() => jest.advanceTimersByTime(1));
  expect(screen.getByRole('timer')).toHaveTextContent('00:01');
});

test('each sign keeps its place, and a call that will soon be over stands out', () => {
  const { rerender } = render(
    <CallTimer startedAt={Date.now()} label="Call length" urgent={false} />,
  );
  const timer = screen.getByRole('timer');
  expect([...timer.children].map(({ className }) => className)).toEqual([
    ...['stage-digit', 'stage-digit', '', 'stage-digit', 'stage-digit'],
  ]);
  expect(timer).not.toHaveClass('text-accent');
  rerender(<CallTimer startedAt={Date.now()} label="Call length" urgent />);
  expect(timer).toHaveClass('text-accent');
});
