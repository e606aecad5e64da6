import {
  mountCallAt,
  outcomes,
  expectNothingOpen,
  reports,
  setUpFakeWorld,
  performStep,
  world,
} from './call-fixture';
import { createAnswer } from './fake-world';

setUpFakeWorld();

const html = new SyntaxError('Unexpected token <');

it.each<[string, string, () => void]>([
  ['a refusal', 'quota-exhausted', () => world.answerPost('provider_quota')],
  ['a code of a newer server', 'start-failed', () => world.answerPost('of_a_newer_server')],
  ['a lost network', 'service-unreachable', () => world.posts[0]?.reject(new TypeError('offline'))],
  ['a page of a proxy', 'service-failed', () => world.posts[0]?.reject(html)],
  ['no room', 'service-failed', () => world.posts[0]?.resolve(createAnswer(201, null))],
])('reports %s once as %s, without its words', async (_, kind, answer) => {
  const widget = await mountCallAt('microphone');
  await performStep(answer, 600);
  const failure = { kind, phase: 'dialling' };
  expect(widget.getState()).toEqual({ status: 'idle', failure, ended: null });
  expect(outcomes.errors).toEqual([failure]);
  expect(reports).toEqual([{ kind: failure.kind, stage: failure.phase }]);
  expectNothingOpen();
  expect(world.sdks).toEqual([]);
});

it('reports a refused join once, though it is announced three times', async () => {
  await mountCallAt('script');
  await performStep(() => world.room?.refuseJoin({ type: 'no-room', msg: 'gone' }), 600);
  expect(outcomes.errors).toEqual([{ kind: 'call-refused', phase: 'joining' }]);
  expectNothingOpen();
});
