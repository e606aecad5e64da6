import {
  callsInFakeWorld,
  heard,
  mount,
  nothingSurvives,
  reach,
  reports,
  step,
  world,
} from './call-bench';
import { cameraErrors, sdkErrors } from './sdk-error-fixtures';

callsInFakeWorld();

it.each<[keyof typeof sdkErrors, string]>([
  ['wrongKey', 'key-rejected'],
  ['unknownAssistant', 'assistant-unknown'],
  ['noCredit', 'quota-exhausted'],
  ['offline', 'service-unreachable'],
  ['htmlAnswer', 'service-failed'],
])('%s: one failure, reported without the vendor’s words', async (name, kind) => {
  const widget = mount();
  await reach(widget, 'microphone');
  await step(() => world.answerPost((sdkErrors[name] as { error: unknown }).error), 600);
  const failure = { kind, stage: 'dialling' };
  expect(widget.state()).toEqual({ status: 'idle', failure, ended: null });
  expect(heard.errors).toEqual([failure]);
  expect(reports).toEqual([failure]);
  nothingSurvives();
});

it('a refused join, announced three times, is one failure', async () => {
  const widget = mount();
  await reach(widget, 'script');
  await step(() => world.room?.refuses({ type: 'no-room', msg: 'gone' }), 600);
  expect(heard.errors).toEqual([{ kind: 'call-refused', stage: 'joining' }]);
  nothingSurvives();
});

it.each(['microphone', 'room', 'script', 'join'])(
  'gives up 25 s after dialling when nothing follows %s',
  async (stage) => {
    const widget = mount();
    await reach(widget, stage);
    await step(undefined, 24_000);
    expect(widget.state().status).toBe('connecting');
    await step(undefined, 3_500);
    expect(widget.state()).toMatchObject({ status: 'idle', failure: { kind: 'no-answer' } });
    nothingSurvives();
  },
);

it('ends the deaf call that the SDK would go on with when its microphone fails', async () => {
  const widget = mount();
  await reach(widget, 'script');
  await step(() => {
    world.sdk?.emit('camera-error', cameraErrors.denied);
    world.room?.admits();
  }, 100);
  expect(widget.state()).toMatchObject({
    status: 'idle',
    failure: { kind: 'microphone-denied' },
  });
  nothingSurvives();
});

it('keeps a live call up through what does not end it', async () => {
  const widget = mount();
  await reach(widget, 'live');
  await step(() => world.sdk?.emit('error', sdkErrors.noiseFilter));
  await step(() => world.sdk?.emit('error', sdkErrors.neverSeen));
  expect(widget.state().status).toBe('live');
  expect(heard.errors).toEqual([]);
});

it('takes "Meeting has ended" for the end of the call', async () => {
  const widget = mount();
  await reach(widget, 'live');
  await step(() => world.room?.closes({ type: 'ejected', msg: 'Meeting has ended' }), 600);
  expect(widget.state()).toMatchObject({ failure: null, ended: { reason: 'assistant' } });
  expect(heard.errors).toEqual([]);
  nothingSurvives();
});

it('tells a lost connection from an end', async () => {
  const widget = mount();
  await reach(widget, 'live');
  await step(() => world.room?.closes({ type: 'connection-error', msg: 'lost' }), 600);
  expect(heard.errors).toEqual([{ kind: 'connection-lost', stage: 'live' }]);
  expect(heard.ends).toMatchObject([{ reason: 'failed' }]);
  nothingSurvives();
});

it('reads why the provider ended the call', async () => {
  const widget = mount();
  await reach(widget, 'live');
  const message = { type: 'status-update', status: 'ended', endedReason: 'silence-timed-out' };
  await step(() => world.sdk?.emit('message', message));
  await step(() => world.room?.closes(), 600);
  expect(heard.ends).toMatchObject([{ reason: 'silence' }]);
});

it('can be retried after it could not load', async () => {
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

it('says so when the server has no configuration', async () => {
  globalThis.fetch = (() =>
    Promise.resolve({ ok: true, json: () => Promise.resolve({ configured: false }) })) as never;
  const widget = mount();
  await step();
  expect(widget.state()).toMatchObject({ failure: { kind: 'not-configured' } });
});
