import type { Page } from '@playwright/test';
import { testDiffers, expect, testHolds, testHoldsInCall, test } from './contract';
import { formatTitle } from '@/__tests__/sdk-contract/assumptions';
import type { Lab } from './page/lab';

const recorded = { artifactPlan: { videoRecordingEnabled: true } };
const withVoice = (provider: string) => ({ assistant: { voice: { provider } } });
const anyString = expect.any(String);
const matchFields = (fields: Record<string, unknown>) => expect.objectContaining(fields);

// The events of a start, stage by stage.

testHoldsInCall('3.events.call-id', (lab) => lab.getPayloads('call-start-success')).gives([
  matchFields({ callId: 'call-1' }),
]);

testHoldsInCall('3.events.durations', async (lab) => {
  const done = lab
    .getPayloads('call-start-progress')
    .filter(({ status }) => status === 'completed');
  const timed = done.filter(({ duration }) => duration >= 0).map(({ stage }) => stage as string);
  return [timed.join(' '), lab.getPayloads('call-start-success')[0].totalDuration > 0];
  // Skipped stages take no time: this call waits for no mobile permission and records nothing.
}).gives([
  'web-call-creation daily-call-object-creation daily-call-join ' +
    'audio-observer-setup audio-processing-setup',
  true,
]);

type DialMethod = 'dial' | 'dialWithOtherCall' | 'dialRefused' | 'dialEndedAtOnce';

/** The events of starts that end in different ways, each in a fresh page. */
async function collectEvents(page: Page, ways: DialMethod[]) {
  const events: Lab['events'] = [];
  for (const way of ways) {
    await page.reload();
    events.push(
      ...(await page.evaluate((name) => window.lab[name]().then(() => window.lab.events), way)),
    );
  }
  return events;
}

const eventsWithTimestamp = [
  'call-start-progress',
  'call-start-success',
  'call-start-failed',
  'error',
];
test(formatTitle('3.events.timestamp'), async ({ lab: page }) => {
  const all = await collectEvents(page, ['dial', 'dialWithOtherCall']);
  const events = all.filter(({ name }) => eventsWithTimestamp.includes(name));
  expect(new Set(events.map(({ name }) => name))).toEqual(new Set(eventsWithTimestamp));
  for (const { payload } of events)
    expect(new Date(payload.timestamp).toISOString()).toBe(payload.timestamp);
});

test(formatTitle('8.errors.shape'), async ({ lab: page }) => {
  const events = await collectEvents(page, ['dialWithOtherCall', 'dialRefused', 'dialEndedAtOnce']);
  const errors = events.filter(({ name }) => name === 'error').map(({ payload }) => payload);
  expect(errors.length).toBeGreaterThan(5);
  for (const error of errors)
    expect(error).toMatchObject({
      stage: anyString,
      error: expect.any(Object),
      timestamp: anyString,
    });
});

testHoldsInCall('3.events.stage', (lab) => {
  const steps = lab.getProgress();
  const known = /^[a-z-]+ (started|completed|failed)$/;
  return [steps.length > 10, steps.filter((step) => !known.test(step))];
}).gives([true, []]);

testHolds('3.response.id', async (lab) => {
  const { id } = (await lab.dial()) as { id: string };
  return [id, lab.getCreationMetadata().callId];
}).gives(['call-1', 'call-1']);

testHoldsInCall('3.response.url', (lab) => lab.waitForProperties('join-meeting')).gives(
  matchFields({ url: 'https://voice.test/room' }),
);

testHoldsInCall('3.response.recording', async (lab) => {
  await lab.waitUntilSettled();
  return [
    lab.getCreationMetadata().videoRecordingEnabled,
    lab.countRequests('local-recording-start'),
  ];
}).givesEach([{}, [false, 0]], [recorded, [true, 1]]);

testHoldsInCall('3.response.provider', (lab) => lab.getCreationMetadata().voiceProvider).givesEach([
  withVoice('11labs'),
  '11labs',
]);

/** A stage, how the start ends, and the voice API's response. */
type Start = [stage: string, way?: DialMethod, answer?: object];
const collectStatuses = async (lab: Lab, [stage, way = 'dial', answer = {}]: Start) => {
  Object.assign(lab.apiResponse, answer);
  await lab[way]();
  return lab.getStatuses(stage).join(' ');
};
const [completed, failed] = ['started completed', 'started failed'];
const includesFailed = expect.stringMatching(/\bfailed\b/);
const serverError = { status: 500, message: 'no' };

testDiffers(
  '4.stage.initialization',
  'it is started, and never completed or failed',
  collectStatuses,
).givesEach([['initialization'], 'started']);

testDiffers(
  '4.stage.web-call-creation',
  'it is never failed: the start fails instead',
  async (lab, answer: object) => {
    await lab.dial(answer);
    return [
      lab.getStatuses('web-call-creation').join(' '),
      lab.getPayloads('call-start-failed').length,
    ];
  },
).givesEach([{}, [completed, 0]], [serverError, ['started', 1]]);

testHolds('4.stage.daily-call-object-creation', collectStatuses).givesEach(
  [['daily-call-object-creation'], completed],
  [['daily-call-object-creation', 'dialWithOtherCall'], failed],
);

testDiffers('4.stage.mobile-permissions', 'it is never failed: it only waits', async (lab) => {
  await lab.dial();
  const steps = lab
    .getPayloads('call-start-progress')
    .filter(({ stage }) => stage === 'mobile-permissions');
  return steps.map(({ status, metadata }) => [status, metadata]);
}).gives([
  ['started', { isMobile: false }],
  ['completed', { action: 'skipped-not-mobile' }],
]);

testHolds('4.stage.daily-call-join', collectStatuses).givesEach(
  [['daily-call-join'], completed],
  [['daily-call-join', 'dialRefused'], failed],
);

testHolds('4.stage.video-recording-setup', collectStatuses).givesEach(
  [['video-recording-setup'], 'completed'],
  [['video-recording-setup', 'dial', recorded], completed],
  [['video-recording-setup', 'dialEndedAtOnce', recorded], includesFailed],
);

testDiffers(
  '4.stage.video-recording-started',
  'it is completed, and nothing else',
  async (lab, answer: object) => {
    await lab.dial(answer);
    const early = lab.getStatuses('video-recording-started');
    await lab.send({ action: 'recording-started', type: 'cloud' });
    const { metadata } = lab.getPayloads('call-start-progress').at(-1);
    return [early, lab.getStatuses('video-recording-started'), metadata.delaySeconds > 0];
  },
).givesEach([recorded, [[], ['completed'], true]]);

testHolds('4.stage.audio-observer-setup', collectStatuses).givesEach(
  [['audio-observer-setup'], completed],
  [['audio-observer-setup', 'dialEndedAtOnce'], includesFailed],
);

/** The error that a stage emits. */
const createErrorEvent = (stage: string, error: object = matchFields({ message: anyString })) => ({
  type: `${stage}-error`,
  stage,
  error,
  timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
});

const startWithProcessor = async (lab: Lab, shouldFail: boolean) => {
  if (shouldFail) await lab.dialRefusedAt('update-input-settings', 'audio-processor-error', 'No');
  else await lab.dial();
  await lab.waitUntilSettled();
  return { stages: lab.getStatuses('audio-processing-setup'), errors: lab.getPayloads('error') };
};
const processorError = createErrorEvent('audio-processing-setup');
testDiffers(
  '4.stage.audio-processing-setup',
  'it is never failed: a failure comes later, as an error event',
  startWithProcessor,
).givesEach(
  [false, { stages: ['started', 'completed'], errors: [] }],
  [true, { stages: ['started', 'completed'], errors: [processorError] }],
);

testHoldsInCall('4.stage.statuses', async (lab) => {
  await lab.send({ action: 'recording-started', type: 'cloud' });
  return lab.getProgress();
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

/** What a start returns, and its first error event. */
const getFirstError = async (lab: Lab, [way, answer]: [DialMethod, object?]) => {
  Object.assign(lab.apiResponse, answer);
  return [(await lab[way]()) ?? null, lab.getPayloads('error')[0]];
};
const duplicate = { message: 'Duplicate DailyIframe instances are not allowed' };
const joinError = { type: 'not-allowed', msg: 'You are not allowed to join this meeting.' };
testHolds('8.error.object', getFirstError).givesEach([
  ['dialWithOtherCall'],
  [null, createErrorEvent('daily-call-object-creation', matchFields(duplicate))],
]);
testHolds('8.error.join', getFirstError).givesEach([
  ['dialRefused'],
  [null, matchFields(createErrorEvent('daily-call-join', matchFields(joinError)))],
]);
testHolds('8.error.recording', getFirstError).givesEach([
  ['dialEndedAtOnce', recorded],
  [null, createErrorEvent('video-recording-setup')],
]);
testHolds('8.error.observer', getFirstError).givesEach([
  ['dialEndedAtOnce'],
  [null, createErrorEvent('audio-observer-setup')],
]);
testHolds('8.error.processing', startWithProcessor).givesEach([
  true,
  matchFields({ errors: [processorError] }),
]);

// Events and messages during a call.

const inProgress = { type: 'status-update', status: 'in-progress' };
const speechUpdate = { type: 'speech-update', status: 'started', role: 'user' };
testHolds('3.messages', async (lab, messages: object[]) => {
  await lab.dial();
  await lab.sendAppMessages(...messages.map((message) => JSON.stringify(message)));
  return lab.getPayloads('message');
}).givesEach([
  [inProgress, speechUpdate],
  [inProgress, speechUpdate],
]);

testHoldsInCall('4.listening', async (lab) => {
  await lab.addParticipant();
  const before = lab.getPayloads('call-start').length;
  await lab.sendAppMessages('listening');
  return [before, lab.getPayloads('call-start').length, lab.getPayloads('message').length];
}).gives([0, 1, 0]);

/** Ends a call after some app messages. @returns the events that the page gets */
const endCall = async (
  lab: Lab,
  { appMessages = [], answer }: { appMessages?: object[]; answer?: object },
) => {
  await lab.dial(answer);
  await lab.sendAppMessages(...appMessages.map((message) => JSON.stringify(message)));
  await lab.send({ action: 'left-meeting' });
  const events = lab.events.filter(({ name }) => name === 'call-end' || name === 'message');
  return {
    events: events.map(({ name, payload = null }) => [name, payload]),
    messages: lab.getPayloads('message').length,
    stopped: lab.countRequests('local-recording-stop'),
  };
};
const ended = { type: 'status-update', status: 'ended' };
const hungUp = { ...ended, endedReason: 'assistant-ended-call' };
const callEnd = ['call-end', null];
const left = ['message', { ...ended, endedReason: 'customer-ended-call' }];

testHolds('4.ended.mark', endCall).givesEach([
  { appMessages: [hungUp] },
  matchFields({ events: [['message', hungUp], callEnd] }),
]);
testHolds('4.left.call-end', endCall).givesEach([{}, matchFields({ events: [callEnd, left] })]);
testHolds('4.left.status', endCall).givesEach([{}, matchFields({ events: [callEnd, left] })]);
testHolds('4.left.once', endCall).givesEach(
  [{}, matchFields({ messages: 1 })],
  [{ appMessages: [hungUp] }, matchFields({ messages: 1 })],
  // No other status means that the call has ended.
  [{ appMessages: [inProgress] }, matchFields({ messages: 2 })],
);
testHolds('4.left.recording', endCall).givesEach(
  [{}, matchFields({ stopped: 0 })],
  [{ answer: recorded }, matchFields({ stopped: 1 })],
);

testHoldsInCall('4.left.cleanup', async (lab) => {
  await lab.send({ action: 'left-meeting' });
  const rest = [lab.vapi.getDailyCallObject(), lab.library.default.getCallInstance() ?? null];
  await lab.vapi.start('assistant-2');
  return [...rest, lab.vapi.getDailyCallObject()?.meetingState()];
}).gives([null, null, 'joined-meeting']);

testHolds('4.failed.cleanup', async (lab) => {
  await lab.dialRefused();
  const rest = [lab.vapi.getDailyCallObject(), lab.library.default.getCallInstance() ?? null];
  window.machinePlan = {};
  await lab.vapi.start('assistant-2');
  return [...rest, lab.vapi.getDailyCallObject()?.meetingState()];
}).gives([null, null, 'joined-meeting']);

testHoldsInCall('4.speech.source', async (lab) => {
  await lab.send({ action: 'local-audio-level', audioLevel: 0.9 });
  const before = lab.getPayloads('speech-start').length;
  await lab.sendAudioLevels(0.9);
  await lab.sendAudioLevels(0.9);
  return [before, lab.getPayloads('speech-start').length];
}).gives([0, 1]);

test(formatTitle('6.microphone'), async ({ lab: page, context }) => {
  const raise = () =>
    page.evaluate(async () => {
      const { lab } = window;
      if (!lab.vapi) await lab.dial();
      await lab.vapi.increaseMicLevel(2);
      const logged = lab.consoleLines
        .map(({ text }) => text)
        .filter((text) => /microphone/.test(text));
      return [lab.countRequests('set-input-devices'), logged] as const;
    });
  await context.clearPermissions();
  const [none, refused] = await raise();
  expect(none).toBe(0);
  expect(refused[0]).toContain('NotAllowedError');
  await context.grantPermissions(['microphone']);
  const [one, logged] = await raise();
  expect([one, logged.length]).toEqual([1, refused.length]);
});

/** Calls a method of the SDK. @returns the app messages that it sends into the call */
const collectAppMessages = async (lab: Lab, [method, ...parameters]: [string, ...unknown[]]) => {
  await lab.dial();
  const vapi = lab.vapi as unknown as Record<string, (...args: unknown[]) => void>;
  vapi[method]?.(...parameters);
  await lab.waitUntilSettled();
  return window.machine
    .getRequests('app-msg')
    .map(({ data }) => JSON.parse(String(data)) as unknown);
};
const message = { type: 'add-message', message: { role: 'system', content: 'ž' } };
testDiffers(
  '7.messages.json',
  'all but one: that the assistant can be heard is told with the bare word playable',
  async (lab, added: object) => {
    await lab.dial();
    lab.vapi.send(added as never);
    await lab.addParticipant();
    await lab.waitUntilPlaying();
    return window.machine.getRequests('app-msg').map(({ data }) => data);
  },
).givesEach([message, [JSON.stringify(message), 'playable']]);

const goodbye = { type: 'say', message: 'Goodbye', endCallAfterSpoken: true };
testHolds('7.say.fields', collectAppMessages).givesEach([
  ['say', 'Goodbye', true],
  [matchFields(goodbye)],
]);
testHolds('7.say.interruptions', collectAppMessages).givesEach(
  [['say', 'Hello'], [matchFields({ interruptionsEnabled: false })]],
  [['say', 'Hello', false, true], [matchFields({ interruptionsEnabled: true })]],
);
testHolds('7.say.interrupt-assistant', collectAppMessages).givesEach(
  [['say', 'Hello'], [matchFields({ interruptAssistantEnabled: false })]],
  [['say', 'Hello', false, false, true], [matchFields({ interruptAssistantEnabled: true })]],
);

/** The requests that follow a failed audio processor in a muted call. */
const failAudioProcessor = async (lab: Lab) => {
  await lab.dial();
  lab.vapi.setMuted(true);
  await lab.waitUntilSettled();
  const { requests } = window.machine;
  const before = requests.length;
  await lab.send({ action: 'nonfatal-error', type: 'audio-processor-error', errorMsg: 'No' });
  return [lab.getPayloads('error').length, ...requests.slice(before)];
};
const off = { audio: { processor: { type: 'none' } } };
const recovery = [
  0,
  matchFields({ action: 'update-input-settings', inputSettings: matchFields(off) }),
  matchFields({ action: 'local-audio', state: true }),
];
testHolds('8.recovery.off', failAudioProcessor).gives(recovery);
testHolds('8.recovery.audio', failAudioProcessor).gives(recovery);

testHoldsInCall('8.unparsable', async (lab) => {
  const before = lab.events.length;
  await lab.sendAppMessages('no json', '{"type":', '');
  const lines = lab.consoleLines.filter(({ text }) =>
    text.startsWith('Error parsing message data'),
  );
  return [lab.events.slice(before).map(({ name }) => name), lines.map(({ level }) => level)];
}).gives([[], ['log', 'log', 'log']]);

// Subscriptions and playback.

testHoldsInCall('9.subscription', (lab) => lab.waitForProperties('join-meeting')).gives(
  matchFields({ subscribeToTracksAutomatically: false }),
);

const getSubscription = async (lab: Lab, answer: object) => {
  await lab.dial(answer);
  await lab.addParticipant();
  return (await lab.waitForProperties('update-participant')).setSubscribedTracks;
};
const audioOnly = { audio: true, video: false };
const audioAndVideo = { audio: true, video: true };
testHolds('9.subscription.audio', getSubscription).givesEach(
  [withVoice('11labs'), matchFields({ audio: true })],
  [withVoice('tavus'), matchFields({ audio: true })],
);
testHolds('9.subscription.video-recording', getSubscription).givesEach(
  [{}, audioOnly],
  [recorded, audioAndVideo],
);
testHolds('9.subscription.video-tavus', getSubscription).givesEach(
  [withVoice('tavus'), audioAndVideo],
  [withVoice('tavusx'), audioOnly],
);

testHolds(
  '9.speaker',
  async (lab, names: string[]) => {
    await lab.dial();
    for (const [index, user_name] of names.entries())
      await lab.addParticipant({ session_id: `remote-${index}`, user_name });
    await lab.waitUntilPlaying();
    const played = window.machine
      .getRequests('app-msg')
      .filter(({ data }) => data === 'playable').length;
    return [played, document.querySelectorAll('audio').length, lab.getPayloads('audio').length];
  },
  'Vapi Speaker',
).givesEach(
  [['Vapi Speaker'], [1, 1, 1]],
  // The other participant comes first, so their audio would be playing by then.
  [
    ['Somebody else', 'Vapi Speaker'],
    [1, 1, 1],
  ],
);

testHoldsInCall(
  '9.noise',
  async (lab) => (await lab.waitForRequest('update-input-settings')).inputSettings,
).gives({
  audio: { processor: { type: 'noise-cancellation' } },
});
