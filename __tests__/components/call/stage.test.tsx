import { act, render, screen } from '@testing-library/react';
import { CallContext, type CallContextValue } from '@/components/call/call-context';
import { CallTimer } from '@/components/call/live-parts';
import { callCopyEn as copy } from '@/lib/content/call-en';
import type { CallStateOf } from '@/lib/call/session/call-state';

beforeEach(() => jest.useFakeTimers());

describe('the length of the call', () => {
  const getTimer = () => screen.getByRole('timer', { name: copy.elapsed });
  const createTimer = (startedAt: number, endsAt = Infinity) => (
    <CallContext value={{ copy } as CallContextValue}>
      <CallTimer state={{ startedAt, endsAt } as CallStateOf<'live'>} />
    </CallContext>
  );
  const advance = (ms: number) => act(() => jest.advanceTimersByTime(ms));

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
    expect(getTimer()).toHaveAttribute('aria-live', 'off');
  });

  test('replaces only the digits that change', () => {
    render(createTimer(Date.now()));
    const before = [...getTimer().children];
    advance(1_000);
    const after = [...getTimer().children];
    expect(after.filter((digit, index) => digit !== before[index])).toHaveLength(1);
  });

  test('counts on when a timeout fires early', () => {
    const start = Date.now();
    render(createTimer(start));
    const now = jest.spyOn(Date, 'now').mockReturnValue(start + 999);
    advance(1000);
    expect(getTimer()).toHaveTextContent('00:00');
    now.mockReturnValue(start + 1000);
    advance(1);
    expect(getTimer()).toHaveTextContent('00:01');
  });

  test('is never more than the call’s end, and begins again with another call', () => {
    const start = Date.now();
    const { rerender } = render(createTimer(start, start + 300_000));
    advance(302_000);
    expect(getTimer()).toHaveTextContent('05:00');
    rerender(createTimer(start + 300_000));
    advance(1_000);
    expect(getTimer()).toHaveTextContent('00:03');
  });
});
