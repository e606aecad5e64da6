/** @jest-environment node */
import type Vapi from '@vapi-ai/web';
import type { AssumptionId, Ids } from './assumptions';
import {
  connectVoiceApi,
  testDiffers,
  testHolds,
  createJson,
  catchRefusal,
  formatRoute,
  parseSentBody,
} from './contract';

// Without a browser the call library makes no call object: every start here ends after the web
// call was created. What follows is in e2e/sdk-contract.

type Start = Parameters<Vapi['start']>;
type Payload = Record<string, unknown>;

/** What starts ask the voice API to create. */
async function collectCreated(starts: Start[]): Promise<unknown[]> {
  const payloads: unknown[] = [];
  for (const start of starts) {
    const { vapi, requests } = connectVoiceApi();
    await vapi.start(...start);
    expect(requests.map(formatRoute)).toEqual(['POST /call/web']);
    payloads.push(parseSentBody(requests[0]));
  }
  return payloads;
}

const _ = undefined;
const inline = { model: { provider: 'openai' }, name: 'Inline' } as never;
const squad = { members: [] } as never;
const workflow = { name: 'w', nodes: [], edges: [] } as never;
const overrides = { variableValues: { name: 'Jana' } } as never;

const creations: [Ids, ...[start: Start, payload: object][]][] = [
  ['3.create.assistant-inline', [[inline], { assistant: inline }]],
  [
    ['3.create.assistant-id', '7.assistant'],
    [['assistant-1'], { assistantId: 'assistant-1' }],
  ],
  [
    '3.create.assistant-overrides',
    [['a-1', overrides], { assistantId: 'a-1', assistantOverrides: overrides }],
  ],
  ['3.create.squad', [[_, _, 'squad-1'], { squadId: 'squad-1' }], [[_, _, squad], { squad }]],
  [
    '3.create.workflow',
    [[_, _, _, 'workflow-1'], { workflowId: 'workflow-1' }],
    [[_, _, _, workflow], { workflow }],
  ],
  [
    '3.create.workflow-overrides',
    [[_, _, _, 'w-1', overrides], { workflowId: 'w-1', workflowOverrides: overrides }],
  ],
];

for (const [ids, ...starts] of creations) {
  testHolds(ids, () => collectCreated(starts.map(([start]) => start))).gives(
    starts.map(([, sent]) => sent),
  );
}

testDiffers('3.create.keys', 'one more key: roomDeleteOnUserLeaveEnabled', async () => {
  const room = { roomDeleteOnUserLeaveEnabled: false };
  const everything = [inline, {}, 'squad', 'workflow', {}, room] as unknown as Start;
  const payloads = await collectCreated([everything, ['assistant', {}, inline, inline]]);
  return new Set(payloads.flatMap((payload) => Object.keys(payload as object)));
}).gives(
  new Set([
    ...['assistant', 'assistantId', 'assistantOverrides', 'roomDeleteOnUserLeaveEnabled'],
    ...['squad', 'squadId', 'workflow', 'workflowId', 'workflowOverrides'],
  ]),
);

const body = { message: 'Invalid Key', error: 'Unauthorized', statusCode: 401 };

/** Starts a call that the voice API refuses, and returns what the SDK reports. */
async function startRefused(...start: Start) {
  const { vapi, requests } = connectVoiceApi(() => createJson(body, 401));
  const [failures, errors]: [Payload[], Payload[]] = [[], []];
  vapi.on('call-start-failed', (event: unknown) => failures.push(event as Payload));
  vapi.on('error', (event: unknown) => errors.push(event as Payload));
  return { vapi, requests, result: await vapi.start(...start), failures, errors };
}

const unknownStage = { stage: 'unknown', totalDuration: expect.any(Number) };
const startError = {
  type: 'start-method-error',
  stage: 'unknown',
  error: expect.objectContaining({ message: expect.objectContaining({ statusCode: 401 }) }),
};

const refusals: [AssumptionId, 'result' | 'failures' | 'errors', expected: unknown][] = [
  // The text of a refusal is the body of the answer, whole.
  ['3.events.error-text', 'failures', [expect.objectContaining({ error: body })]],
  ['4.failed.failure', 'failures', [expect.objectContaining(unknownStage)]],
  ['4.failed.error', 'errors', [expect.objectContaining(startError)]],
  ['4.failed.nothing', 'result', null],
];
for (const [id, part, expected] of refusals)
  testHolds(id, async () => (await startRefused('a-1'))[part]).gives(expected);

const validStarts: Start[] = [['a-1'], [_, _, 'squad-1'], [_, _, _, 'workflow-1']];
testHolds('3.events.context', async () => {
  const starts = await Promise.all(validStarts.map((start) => startRefused(...start)));
  return starts.map(({ failures }) => failures[0]?.context);
}).gives([
  expect.objectContaining({ hasAssistant: true, hasSquad: false, hasWorkflow: false }),
  expect.objectContaining({ hasAssistant: false, hasSquad: true, hasWorkflow: false }),
  expect.objectContaining({ hasAssistant: false, hasSquad: false, hasWorkflow: true }),
]);

testHolds('4.failed.cleanup', async () => {
  const { vapi, requests } = await startRefused('a-1');
  await vapi.start('a-2');
  return requests.map(parseSentBody);
}).gives([{ assistantId: 'a-1' }, { assistantId: 'a-2' }]);

/** Starts a call that hangs in the creation of the web call, then a second one. */
async function startTwice() {
  let answer: (response: Response) => void = () => {};
  const pending = new Promise<Response>((resolve) => (answer = resolve));
  const { vapi, requests } = connectVoiceApi(() => pending);
  const first = vapi.start('a-1');
  const progress: unknown[] = [];
  vapi.on('call-start-progress', (event: unknown) => progress.push(event));
  const result = await vapi.start('a-2');
  const reportedProgress = [...progress];
  answer(createJson({ message: 'no' }, 500));
  await first;
  return { result, progress: reportedProgress, requests: requests.map(parseSentBody) };
}

const alreadyStarted = {
  ...{ stage: 'validation', status: 'failed', timestamp: expect.any(String) },
  metadata: { reason: 'already-started' },
};
const second: [AssumptionId, 'requests' | 'progress' | 'result', expected: unknown][] = [
  ['4.started.flag', 'requests', [{ assistantId: 'a-1' }]],
  ['4.started.progress', 'progress', [alreadyStarted]],
  ['4.started.nothing', 'result', null],
];
for (const [id, part, expected] of second)
  testHolds(id, async () => (await startTwice())[part]).gives(expected);

const sentence = 'Assistant or Squad or Workflow must be provided.';

testHolds('5.start.required', async () => {
  const { vapi, requests } = connectVoiceApi();
  const refused = [
    await catchRefusal(() => vapi.start()),
    await catchRefusal(() => vapi.start('', {}, '', '')),
  ];
  const before = requests.length;
  await vapi.start(undefined, undefined, 'squad-1');
  return [...refused, before, requests.length];
}).gives([new Error(sentence), new Error(sentence), 0, 1]);

testHolds('5.start.throws', () => catchRefusal(() => connectVoiceApi().vapi.start())).gives(
  new Error(sentence),
);

testHolds(['5.start.event', '8.error.validation'], async () => {
  const { vapi } = connectVoiceApi();
  const errors: unknown[] = [];
  vapi.on('error', (error: unknown) => errors.push(error));
  return [await catchRefusal(() => vapi.start()), errors];
}).gives([
  new Error(sentence),
  [
    {
      type: 'validation-error',
      stage: 'input-validation',
      error: expect.objectContaining({ message: sentence }),
      timestamp: expect.any(String),
    },
  ],
]);

testHolds('7.key', async () => {
  const { vapi, requests } = connectVoiceApi();
  await vapi.start('a-1');
  return requests[0]?.headers.get('authorization');
}).gives('Bearer public-key');

const noCall = new Error('Call object is not available.');
testHolds('8.no-call.mute', () =>
  Promise.all(
    [true, false].map((isMuted) => catchRefusal(() => connectVoiceApi().vapi.setMuted(isMuted))),
  ),
).gives([noCall, noCall]);

testHolds('8.no-call.level', () =>
  catchRefusal(() => connectVoiceApi().vapi.increaseMicLevel(2)),
).gives(noCall);
