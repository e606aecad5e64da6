import fc from 'fast-check';
import { initialTurn, settleTurn, wantTurn } from '@/lib/voice/turn';

it('shows the first turn at once', () => {
  expect(wantTurn(initialTurn, 'speaking', 0).shown).toBe('speaking');
});

it('bridges a short pause', () => {
  const speaking = wantTurn(initialTurn, 'speaking', 0);
  const pause = wantTurn(speaking, 'listening', 300);
  expect(pause.shown).toBe('speaking');
  expect(settleTurn(wantTurn(pause, 'speaking', 600), 5_000).shown).toBe('speaking');
});

it('catches up when the dwell time is over', () => {
  const pause = wantTurn(wantTurn(initialTurn, 'speaking', 0), 'listening', 300);
  expect(settleTurn(pause, 999).shown).toBe('speaking');
  expect(settleTurn(pause, 1_000).shown).toBe('listening');
});

it('is listening, as wanted, before anybody has spoken', () => {
  expect(settleTurn(initialTurn, 0)).toBe(initialTurn);
  expect(wantTurn(initialTurn, 'listening', 0)).toEqual(initialTurn);
});

it('changes nothing while the turn is the wanted one', () => {
  const speaking = wantTurn(initialTurn, 'speaking', 0);
  expect(settleTurn(speaking, 60_000)).toBe(speaking);
});

it('never changes twice within the dwell time', () => {
  const steps = fc.array(fc.tuple(fc.boolean(), fc.nat(400)), { maxLength: 100 });
  fc.assert(
    fc.property(steps, (events) => {
      let gate = initialTurn;
      let now = 0;
      let changed = Number.NEGATIVE_INFINITY;
      for (const [speaking, pause] of events) {
        now += pause;
        const next = wantTurn(gate, speaking ? 'speaking' : 'listening', now);
        if (next.shown !== gate.shown) {
          expect(now - changed).toBeGreaterThanOrEqual(1_000);
          changed = now;
        }
        gate = next;
      }
    }),
  );
});
