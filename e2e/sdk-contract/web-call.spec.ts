import type { Page } from '@playwright/test';
import { differs, expect, holds, started, test } from './contract';
import { formatTitle } from '../../test-support/sdk-contract/assumptions';
import type { Lab } from './page/lab';

const recorded = { artifactPlan: { videoRecordingEnabled: true } };
const spoken = (provider: string) => ({ assistant: { voice: { provider } } });
const some = expect.any(String);
const like = (fields: Record<string, unknown>) => expect.objectContaining(fields);

// What a start tells, stage by stage.

started('3.events.call-id', (lab) => lab.all('call-start-success')).gives([
  like({ callId: 'call-1' }),
]);

started('3.events.durations', async (lab) => {
  const done = lab.all('call-start-progress').filter(({ status }) => status === 'completed');
  const timed = done.filter(({ duration }) => duration >= 0).map(({ stage }) => stage as string);
  return [timed.join(' '), lab.all('call-start-success')[0].totalDuration > 0];
  // What was skipped took no time: there is neither a mobile wait nor a recording in this call.
}).gives([
  'web-call-creation daily-call-object-creation daily-call-join ' +
    'audio-observer-setup audio-processing-setup',
  true,
]);

type Way = 'dial' | 'besideAnother' | 'refused' | 'overtaken';

/** What was heard in starts that end in different ways, each in a page of its own. */
async function collectEvents(page: Page, ways: Way[]) {
  const heard: Lab['heard'] = [];
  for (const way of ways) {
    await page.reload();
    heard.push(
      ...(await page.evaluate((name) => window.lab[name]().then(() => window.lab.heard), way)),
    );
  }
  return heard;
}

const timed = ['call-start-progress', 'call-start-success', 'call-start-failed', 'error'];
test(formatTitle('3.events.timestamp'), async ({ lab: page }) => {
  const heard = await collectEvents(page, ['dial', 'besideAnother']);
  const told = heard.filter(({ name }) => timed.includes(name));
  expect(new Set(told.map(({ name }) => name))).toEqual(new Set(timed));
  for (const { payload } of told)
    expect(new Date(payload.timestamp).toISOString()).toBe(payload.timestamp);
});

test(formatTitle('8.errors.shape'), async ({ lab: page }) => {
  const heard = await collectEvents(page, ['besideAnother', 'refused', 'overtaken']);
  const errors = heard.filter(({ name }) => name === 'error').map(({ payload }) => payload);
  expect(errors.length).toBeGreaterThan(5);
  for (const error of errors)
    expect(error).toMatchObject({ stage: some, error: expect.any(Object), timestamp: some });
});

started('3.events.stage', (lab) => {
  const told = lab.progress();
  const known = /^[a-z-]+ (started|completed|failed)$/;
  return [told.length > 10, told.filter((step) => !known.test(step))];
}).gives([true, []]);

holds('3.response.id', async (lab) => {
  const { id } = (await lab.dial()) as { id: string };
  return [id, lab.created().callId];
}).gives(['call-1', 'call-1']);

started('3.response.url', (lab) => lab.properties('join-meeting')).gives(
  like({ url: 'https://voice.test/room' }),
);

started('3.response.recording', async (lab) => {
  await lab.settled();
  return [lab.created().videoRecordingEnabled, lab.requests('local-recording-start')];
}).givesEach([{}, [false, 0]], [recorded, [true, 1]]);

started('3.response.provider', (lab) => lab.created().voiceProvider).givesEach([
  spoken('11labs'),
  '11labs',
]);

/** The statuses of a stage, in a start that goes one of the ways. */
type Start = [stage: string, way?: Way, answer?: object];
const stageIn = async (lab: Lab, [stage, way = 'dial', answer = {}]: Start) => {
  Object.assign(lab.answer, answer);
  await lab[way]();
  return lab.stages(stage).join(' ');
};
const [good, bad] = ['started completed', 'started failed'];
const failing = expect.stringMatching(/\bfailed\b/);
const never = { status: 500, message: 'no' };

differs(
  '4.stage.initialization',
  'it is started, and never completed or failed',
  stageIn,
).givesEach([['initialization'], 'started']);

differs(
  '4.stage.web-call-creation',
  'it is never failed: the start fails instead',
  async (lab, answer: object) => {
    await lab.dial(answer);
    return [lab.stages('web-call-creation').join(' '), lab.all('call-start-failed').length];
  },
).givesEach([{}, [good, 0]], [never, ['started', 1]]);

holds('4.stage.daily-call-object-creation', stageIn).givesEach(
  [['daily-call-object-creation'], good],
  [['daily-call-object-creation', 'besideAnother'], bad],
);

differs('4.stage.mobile-permissions', 'it is never failed: it only waits', async (lab) => {
  await lab.dial();
  const told = lab.all('call-start-progress').filter(({ stage }) => stage === 'mobile-permissions');
  return told.map(({ status, metadata }) => [status, metadata]);
}).gives([
  ['started', { isMobile: false }],
  ['completed', { action: 'skipped-not-mobile' }],
]);

holds('4.stage.daily-call-join', stageIn).givesEach(
  [['daily-call-join'], good],
  [['daily-call-join', 'refused'], bad],
);

holds('4.stage.video-recording-setup', stageIn).givesEach(
  [['video-recording-setup'], 'completed'],
  [['video-recording-setup', 'dial', recorded], good],
  [['video-recording-setup', 'overtaken', recorded], failing],
);

differs(
  '4.stage.video-recording-started',
  'it is completed, and nothing else',
  async (lab, answer: object) => {
    await lab.dial(answer);
    const early = lab.stages('video-recording-started');
    await lab.say({ action: 'recording-started', type: 'cloud' });
    const { metadata } = lab.all('call-start-progress').at(-1);
    return [early, lab.stages('video-recording-started'), metadata.delaySeconds > 0];
  },
).givesEach([recorded, [[], ['completed'], true]]);

holds('4.stage.audio-observer-setup', stageIn).givesEach(
  [['audio-observer-setup'], good],
  [['audio-observer-setup', 'overtaken'], failing],
);

/** The error that a stage emits. */
const shape = (stage: string, error: object = like({ message: some })) => ({
  type: `${stage}-error`,
  stage,
  error,
  timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
});

const processorFails = async (lab: Lab, fails: boolean) => {
  if (fails) await lab.refusedTo('update-input-settings', 'audio-processor-error', 'No');
  else await lab.dial();
  await lab.settled();
  return { stages: lab.stages('audio-processing-setup'), errors: lab.all('error') };
};
const processorError = shape('audio-processing-setup');
differs(
  '4.stage.audio-processing-setup',
  'it is never failed: a failure comes later, as an error event',
  processorFails,
).givesEach(
  [false, { stages: ['started', 'completed'], errors: [] }],
  [true, { stages: ['started', 'completed'], errors: [processorError] }],
);

started('4.stage.statuses', async (lab) => {
  await lab.say({ action: 'recording-started', type: 'cloud' });
  return lab.progress();
}).givesEach([
  recorded,
  [
    'initialization started',
    ...[
      ...['web-call-creation', 'daily-call-object-creation', 'mobile-permissions'],
      ...['daily-call-join', 'video-recording-setup', 'audio-observer-setup'],
      'audio-processing-setup',
    ].flatMap((stage) => [`${stage} started`, `${stage} completed`]),
    'video-recording-started completed',
  ],
]);

/** What a start returns, and the first error of it. */
const firstError = async (lab: Lab, [way, answer]: [Way, object?]) => {
  Object.assign(lab.answer, answer);
  return [(await lab[way]()) ?? null, lab.all('error')[0]];
};
const duplicate = { message: 'Duplicate DailyIframe instances are not allowed' };
const joinError = { type: 'not-allowed', msg: 'You are not allowed to join this meeting.' };
holds('8.error.object', firstError).givesEach([
  ['besideAnother'],
  [null, shape('daily-call-object-creation', like(duplicate))],
]);
holds('8.error.join', firstError).givesEach([
  ['refused'],
  [null, like(shape('daily-call-join', like(joinError)))],
]);
holds('8.error.recording', firstError).givesEach([
  ['overtaken', recorded],
  [null, shape('video-recording-setup')],
]);
holds('8.error.observer', firstError).givesEach([
  ['overtaken'],
  [null, shape('audio-observer-setup')],
]);
holds('8.error.processing', processorFails).givesEach([true, like({ errors: [processorError] })]);

// What is heard and said during a call.

const inProgress = { type: 'status-update', status: 'in-progress' };
const speechUpdate = { type: 'speech-update', status: 'started', role: 'user' };
holds('3.messages', async (lab, messages: object[]) => {
  await lab.dial();
  await lab.tell(...messages.map((message) => JSON.stringify(message)));
  return lab.all('message');
}).givesEach([
  [inProgress, speechUpdate],
  [inProgress, speechUpdate],
]);

started('4.listening', async (lab) => {
  await lab.letIn();
  const before = lab.all('call-start').length;
  await lab.tell('listening');
  return [before, lab.all('call-start').length, lab.all('message').length];
}).gives([0, 1, 0]);

/** The end of a call as the page hears it, after what the call itself said before. */
const end = async (lab: Lab, { told = [], answer }: { told?: object[]; answer?: object }) => {
  await lab.dial(answer);
  await lab.tell(...told.map((message) => JSON.stringify(message)));
  await lab.say({ action: 'left-meeting' });
  const heard = lab.heard.filter(({ name }) => name === 'call-end' || name === 'message');
  return {
    heard: heard.map(({ name, payload = null }) => [name, payload]),
    messages: lab.all('message').length,
    stopped: lab.requests('local-recording-stop'),
  };
};
const ended = { type: 'status-update', status: 'ended' };
const hungUp = { ...ended, endedReason: 'assistant-ended-call' };
const callEnd = ['call-end', null];
const left = ['message', { ...ended, endedReason: 'customer-ended-call' }];

holds('4.ended.mark', end).givesEach([
  { told: [hungUp] },
  like({ heard: [['message', hungUp], callEnd] }),
]);
holds('4.left.call-end', end).givesEach([{}, like({ heard: [callEnd, left] })]);
holds('4.left.status', end).givesEach([{}, like({ heard: [callEnd, left] })]);
holds('4.left.once', end).givesEach(
  [{}, like({ messages: 1 })],
  [{ told: [hungUp] }, like({ messages: 1 })],
  // Any other status does not stand for the end.
  [{ told: [inProgress] }, like({ messages: 2 })],
);
holds('4.left.recording', end).givesEach(
  [{}, like({ stopped: 0 })],
  [{ answer: recorded }, like({ stopped: 1 })],
);

started('4.left.cleanup', async (lab) => {
  await lab.say({ action: 'left-meeting' });
  const rest = [lab.vapi.getDailyCallObject(), lab.library.default.getCallInstance() ?? null];
  await lab.vapi.start('assistant-2');
  return [...rest, lab.vapi.getDailyCallObject()?.meetingState()];
}).gives([null, null, 'joined-meeting']);

started('4.speech.source', async (lab) => {
  await lab.say({ action: 'local-audio-level', audioLevel: 0.9 });
  const before = lab.all('speech-start').length;
  await lab.level(0.9);
  await lab.level(0.9);
  return [before, lab.all('speech-start').length];
}).gives([0, 1]);

test(formatTitle('6.microphone'), async ({ lab: page, context }) => {
  const raise = () =>
    page.evaluate(async () => {
      const { lab } = window;
      if (!lab.vapi) await lab.dial();
      await lab.vapi.increaseMicLevel(2);
      const logged = lab.logged.map(({ text }) => text).filter((text) => /microphone/.test(text));
      return [lab.requests('set-input-devices'), logged] as const;
    });
  await context.clearPermissions();
  const [none, refused] = await raise();
  expect(none).toBe(0);
  expect(refused[0]).toContain('NotAllowedError');
  await context.grantPermissions(['microphone']);
  const [one, logged] = await raise();
  expect([one, logged.length]).toEqual([1, refused.length]);
});

/** What goes into the call when a page does this. */
const sent = async (lab: Lab, [method, ...parameters]: [string, ...unknown[]]) => {
  await lab.dial();
  const vapi = lab.vapi as unknown as Record<string, (...args: unknown[]) => void>;
  vapi[method]?.(...parameters);
  await lab.settled();
  return window.machine.of('app-msg').map(({ data }) => JSON.parse(String(data)) as unknown);
};
const message = { type: 'add-message', message: { role: 'system', content: 'ž' } };
differs(
  '7.messages.json',
  'all but one: that the assistant can be heard is told with the bare word playable',
  async (lab, added: object) => {
    await lab.dial();
    lab.vapi.send(added as never);
    await lab.letIn();
    await lab.playing();
    return window.machine.of('app-msg').map(({ data }) => data);
  },
).givesEach([message, [JSON.stringify(message), 'playable']]);

const goodbye = { type: 'say', message: 'Goodbye', endCallAfterSpoken: true };
holds('7.say.fields', sent).givesEach([['say', 'Goodbye', true], [like(goodbye)]]);
holds('7.say.interruptions', sent).givesEach(
  [['say', 'Hello'], [like({ interruptionsEnabled: false })]],
  [['say', 'Hello', false, true], [like({ interruptionsEnabled: true })]],
);
holds('7.say.interrupt-assistant', sent).givesEach(
  [['say', 'Hello'], [like({ interruptAssistantEnabled: false })]],
  [['say', 'Hello', false, false, true], [like({ interruptAssistantEnabled: true })]],
);

/** The requests after the machine says that its audio processor failed, while the call is muted. */
const recover = async (lab: Lab) => {
  await lab.dial();
  lab.vapi.setMuted(true);
  await lab.settled();
  const { requests } = window.machine;
  const before = requests.length;
  await lab.say({ action: 'nonfatal-error', type: 'audio-processor-error', errorMsg: 'No' });
  return [lab.all('error').length, ...requests.slice(before)];
};
const off = { audio: { processor: { type: 'none' } } };
const recovery = [
  0,
  like({ action: 'update-input-settings', inputSettings: like(off) }),
  like({ action: 'local-audio', state: true }),
];
holds('8.recovery.off', recover).gives(recovery);
holds('8.recovery.audio', recover).gives(recovery);

started('8.unparsable', async (lab) => {
  const before = lab.heard.length;
  await lab.tell('no json', '{"type":', '');
  const lines = lab.logged.filter(({ text }) => text.startsWith('Error parsing message data'));
  return [lab.heard.slice(before).map(({ name }) => name), lines.map(({ level }) => level)];
}).gives([[], ['log', 'log', 'log']]);

// What is subscribed to and played.

started('9.subscription', (lab) => lab.properties('join-meeting')).gives(
  like({ subscribeToTracksAutomatically: false }),
);

const subscribed = async (lab: Lab, answer: object) => {
  await lab.dial(answer);
  await lab.letIn();
  return (await lab.properties('update-participant')).setSubscribedTracks;
};
const heardOnly = { audio: true, video: false };
const heardAndSeen = { audio: true, video: true };
holds('9.subscription.audio', subscribed).givesEach(
  [spoken('11labs'), like({ audio: true })],
  [spoken('tavus'), like({ audio: true })],
);
holds('9.subscription.video-recording', subscribed).givesEach(
  [{}, heardOnly],
  [recorded, heardAndSeen],
);
holds('9.subscription.video-tavus', subscribed).givesEach(
  [spoken('tavus'), heardAndSeen],
  [spoken('tavusx'), heardOnly],
);

holds(
  '9.speaker',
  async (lab, names: string[]) => {
    await lab.dial();
    for (const [index, user_name] of names.entries())
      await lab.letIn({ session_id: `remote-${index}`, user_name });
    await lab.playing();
    const played = window.machine.of('app-msg').filter(({ data }) => data === 'playable').length;
    return [played, document.querySelectorAll('audio').length, lab.all('audio').length];
  },
  'Vapi Speaker',
).givesEach(
  [['Vapi Speaker'], [1, 1, 1]],
  // After somebody else, the speaker: by then somebody else's sound would be playing, too.
  [
    ['Somebody else', 'Vapi Speaker'],
    [1, 1, 1],
  ],
);

started('9.noise', async (lab) => (await lab.request('update-input-settings')).inputSettings).gives(
  {
    audio: { processor: { type: 'noise-cancellation' } },
  },
);
