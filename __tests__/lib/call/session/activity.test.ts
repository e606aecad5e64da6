/** @jest-environment node */
import fc from 'fast-check';
import { initialTurn, updateTurn, requestTurn } from '@/lib/call/session/live-watch';

it('shows the first turn immediately', () => {
  expect(requestTurn(initialTurn, 'speaking', 0).shown).toBe('speaking');
});

it('ignores a short pause', () => {
  const speaking = requestTurn(initialTurn, 'speaking', 0);
  const pause = requestTurn(speaking, 'listening', 300);
  expect(pause.shown).toBe('speaking');
  expect(updateTurn(requestTurn(pause, 'speaking', 600), 5_000).shown).toBe('speaking');
});

it('shows the next turn when the minimum time is over', () => {
  const pause = requestTurn(requestTurn(initialTurn, 'speaking', 0), 'listening', 300);
  expect(updateTurn(pause, 999).shown).toBe('speaking');
  expect(updateTurn(pause, 1_000).shown).toBe('listening');
});

it('is listening before anyone has spoken', () => {
  expect(updateTurn(initialTurn, 0)).toBe(initialTurn);
  expect(requestTurn(initialTurn, 'listening', 0)).toEqual(initialTurn);
});

it('changes nothing without another turn to show', () => {
  const speaking = requestTurn(initialTurn, 'speaking', 0);
  expect(updateTurn(speaking, 60_000)).toBe(speaking);
});

it('never changes twice within the minimum time', () => {
  const steps = fc.array(fc.tuple(fc.boolean(), fc.nat(400)), { maxLength: 100 });
  fc.assert(
    fc.property(steps, (events) => {
      let turn = initialTurn;
      let now = 0;
      let changed = Number.NEGATIVE_INFINITY;
      for (const [isSpeaking, pause] of events) {
        now += pause;
        const next = requestTurn(turn, isSpeaking ? 'speaking' : 'listening', now);
        if (next.shown !== turn.shown) {
          expect(now - changed).toBeGreaterThanOrEqual(1_000);
          changed = now;
        }
        turn = next;
      }
    }),
  );
});
