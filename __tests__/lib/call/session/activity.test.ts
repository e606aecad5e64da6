/** @jest-environment node */
import fc from 'fast-check';
import { initialActivity, updateActivity, requestActivity } from '@/lib/call/session/live-watch';

it('shows the first activity immediately', () => {
  expect(requestActivity(initialActivity, 'speaking', 0).shown).toBe('speaking');
});

it('ignores a short pause', () => {
  const speaking = requestActivity(initialActivity, 'speaking', 0);
  const pause = requestActivity(speaking, 'listening', 300);
  expect(pause.shown).toBe('speaking');
  expect(updateActivity(requestActivity(pause, 'speaking', 600), 5_000).shown).toBe('speaking');
});

it('shows the next activity when the minimum time is over', () => {
  const pause = requestActivity(requestActivity(initialActivity, 'speaking', 0), 'listening', 300);
  expect(updateActivity(pause, 999).shown).toBe('speaking');
  expect(updateActivity(pause, 1_000).shown).toBe('listening');
});

it('is listening before anyone has spoken', () => {
  expect(updateActivity(initialActivity, 0)).toBe(initialActivity);
  expect(requestActivity(initialActivity, 'listening', 0)).toEqual(initialActivity);
});

it('changes nothing without another activity to show', () => {
  const speaking = requestActivity(initialActivity, 'speaking', 0);
  expect(updateActivity(speaking, 60_000)).toBe(speaking);
});

it('never changes twice within the minimum time', () => {
  const steps = fc.array(fc.tuple(fc.boolean(), fc.nat(400)), { maxLength: 100 });
  fc.assert(
    fc.property(steps, (events) => {
      let activity = initialActivity;
      let now = 0;
      let changed = Number.NEGATIVE_INFINITY;
      for (const [isSpeaking, pause] of events) {
        now += pause;
        const next = requestActivity(activity, isSpeaking ? 'speaking' : 'listening', now);
        if (next.shown !== activity.shown) {
          expect(now - changed).toBeGreaterThanOrEqual(1_000);
          changed = now;
        }
        activity = next;
      }
    }),
  );
});
