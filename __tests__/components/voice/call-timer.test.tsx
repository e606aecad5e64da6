import { act, render, screen } from '@testing-library/react';
import { CallTimer } from '@/components/voice/call-timer';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('it counts on when a timeout comes before its second is over', () => {
  const start = Date.now();
  render(<CallTimer startedAt={start} label="Call length" />);
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
  render(<CallTimer startedAt={Date.now()} label="Call length" />);
  act(() => jest.advanceTimersByTime(61_999));
  expect(screen.getByRole('timer')).toHaveTextContent('01:01');
});
