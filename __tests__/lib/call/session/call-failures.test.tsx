import {
  mountCallAt,
  outcomes,
  expectNothingOpen,
  reports,
  setUpFakeWorld,
  performStep,
  world,
} from './call-fixture';
import { sdkErrors } from '../sdk/sdk-error-fixtures';

setUpFakeWorld();

it.each<[keyof typeof sdkErrors, string]>([
  ['noCredit', 'quota-exhausted'],
  ['offline', 'service-unreachable'],
  ['htmlAnswer', 'service-failed'],
])('reports %s once as %s, without the vendor’s words', async (name, kind) => {
  const widget = await mountCallAt('microphone');
  await performStep(() => world.answerPost((sdkErrors[name] as { error: unknown }).error), 600);
  const failure = { kind, phase: 'dialling' };
  expect(widget.getState()).toEqual({ status: 'idle', failure, ended: null });
  expect(outcomes.errors).toEqual([failure]);
  expect(reports).toEqual([{ kind: failure.kind, stage: failure.phase }]);
  expectNothingOpen();
});

it('reports a refused join once, though it is announced three times', async () => {
  await mountCallAt('script');
  await performStep(() => world.room?.refuseJoin({ type: 'no-room', msg: 'gone' }), 600);
  expect(outcomes.errors).toEqual([{ kind: 'call-refused', phase: 'joining' }]);
  expectNothingOpen();
});

it('distinguishes a lost connection from a normal end', async () => {
  await mountCallAt('live');
  await performStep(() => world.room?.close({ type: 'connection-error', msg: 'lost' }), 600);
  expect(outcomes.errors).toEqual([{ kind: 'connection-lost', phase: 'live' }]);
  expect(outcomes.ends).toMatchObject([{ reason: 'failed' }]);
  expectNothingOpen();
});
