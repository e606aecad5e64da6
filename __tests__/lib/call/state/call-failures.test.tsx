import {
  callAt,
  callbacks,
  expectNothingOpen,
  mount,
  reports,
  setUpFakeWorld,
  stages,
  step,
  world,
} from './call-bench';
import { cameraErrors, sdkErrors } from '../sdk/sdk-error-fixtures';

setUpFakeWorld();

it.each<[keyof typeof sdkErrors, string]>([
  ['wrongKey', 'key-rejected'],
  ['unknownAssistant', 'assistant-unknown'],
  ['noCredit', 'quota-exhausted'],
  ['offline', 'service-unreachable'],
  ['htmlAnswer', 'service-failed'],
])('%s: one failure, reported without the vendor’s words', async (name, kind) => {
  const widget = await callAt('microphone');
  await step(() => world.answerPost((sdkErrors[name] as { error: unknown }).error), 600);
  const failure = { kind, stage: 'dialling' };
  expect(widget.state()).toEqual({ status: 'idle', failure, ended: null });
  expect(callbacks.errors).toEqual([failure]);
  expect(reports).toEqual([failure]);
  expectNothingOpen();
});

it('a refused join, announced three times, is one failure', async () => {
  const widget = await callAt('script');
  await step(() => world.room?.refuseJoin({ type: 'no-room', msg: 'gone' }), 600);
  expect(callbacks.errors).toEqual([{ kind: 'call-refused', stage: 'joining' }]);
  expectNothingOpen();
});

it.each(stages.slice(2, -1))(
  'gives up 25 s after dialling when nothing follows %s',
  async (stage) => {
    const widget = await callAt(stage);
    await step(undefined, 24_000);
    expect(widget.state().status).toBe('connecting');
    await step(undefined, 3_500);
    expect(widget.state()).toMatchObject({ status: 'idle', failure: { kind: 'no-answer' } });
    expectNothingOpen();
  },
);

it('ends the call when its microphone fails before it is live, though the SDK would go on', async () => {
  const widget = await callAt('script');
  await step(() => {
    world.sdk?.emit('camera-error', cameraErrors.denied);
    world.room?.acceptJoin();
  }, 100);
  expect(widget.state()).toMatchObject({
    status: 'idle',
    failure: { kind: 'microphone-denied' },
  });
  expectNothingOpen();
});

it('keeps a live call through harmless and unknown errors', async () => {
  const widget = await callAt('live');
  await step(() => world.sdk?.emit('error', sdkErrors.noiseFilter));
  await step(() => world.sdk?.emit('error', sdkErrors.neverSeen));
  expect(widget.state().status).toBe('live');
  expect(callbacks.errors).toEqual([]);
});

it('reads "Meeting has ended" as the end of the call', async () => {
  const widget = await callAt('live');
  await step(() => world.room?.close({ type: 'ejected', msg: 'Meeting has ended' }), 600);
  expect(widget.state()).toMatchObject({ failure: null, ended: { reason: 'assistant' } });
  expect(callbacks.errors).toEqual([]);
  expectNothingOpen();
});

it('tells a lost connection from a normal end', async () => {
  const widget = await callAt('live');
  await step(() => world.room?.close({ type: 'connection-error', msg: 'lost' }), 600);
  expect(callbacks.errors).toEqual([{ kind: 'connection-lost', stage: 'live' }]);
  expect(callbacks.ends).toMatchObject([{ reason: 'failed' }]);
  expectNothingOpen();
});

it('reads why the provider ended the call', async () => {
  const widget = await callAt('live');
  const message = { type: 'status-update', status: 'ended', endedReason: 'silence-timed-out' };
  await step(() => world.sdk?.emit('message', message));
  await step(() => world.room?.close(), 600);
  expect(callbacks.ends).toMatchObject([{ reason: 'silence' }]);
});

it('can be retried after a failed set-up', async () => {
  const answer = globalThis.fetch;
  globalThis.fetch = (() => Promise.reject(new TypeError('offline'))) as typeof fetch;
  const widget = mount();
  await step();
  const failure = { kind: 'init-failed', stage: 'setup' };
  expect(widget.state()).toEqual({ status: 'unusable', failure });
  globalThis.fetch = answer;
  await step(() => widget.session().reload());
  expect(widget.state().status).toBe('idle');
});

it('fails when the server has no configuration', async () => {
  globalThis.fetch = (() =>
    Promise.resolve({ ok: true, json: () => Promise.resolve({ configured: false }) })) as never;
  const widget = mount();
  await step();
  expect(widget.state()).toMatchObject({ failure: { kind: 'not-configured' } });
});
