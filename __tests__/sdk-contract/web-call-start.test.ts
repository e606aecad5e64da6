/** @jest-environment node */
import type Vapi from '@vapi-ai/web';
import { differs, holds } from './contract';
import { json, sentJson } from './recorded-fetch';
import { connectVoiceApi, routeOf } from './voice-api-client';

// Without a browser the call library refuses to make a call object, so every start of this file ends
// after the web call was created; what follows it is in e2e/sdk-contract.

type StartParameters = Parameters<Vapi['start']>;

async function payloadOf(...parameters: StartParameters) {
  const { vapi, requests } = connectVoiceApi();
  await vapi.start(...parameters);
  expect(requests.map(routeOf)).toEqual(['POST /call/web']);
  return sentJson(requests[0]);
}

type Payload = Record<string, unknown>;

async function refusedStart(...parameters: StartParameters) {
  const body = { message: 'Invalid Key', error: 'Unauthorized', statusCode: 401 };
  const { vapi, requests } = connectVoiceApi(() => json(body, 401));
  const events: { name: string; payload: Payload }[] = [];
  for (const name of ['call-start-progress', 'call-start-failed', 'error'] as const) {
    vapi.on(name, (payload: unknown) => events.push({ name, payload: payload as Payload }));
  }
  const result = await vapi.start(...parameters);
  const all = (name: string) => events.filter((event) => event.name === name);
  return { vapi, requests, result, events, failure: all('call-start-failed')[0]?.payload, all };
}

const inline = { model: { provider: 'openai' }, name: 'Inline' } as never;

holds('3.create.assistant-inline', async () => {
  expect(await payloadOf(inline)).toEqual({ assistant: inline });
});

holds(['3.create.assistant-id', '7.assistant'], async () => {
  expect(await payloadOf('assistant-1')).toEqual({ assistantId: 'assistant-1' });
});

holds('3.create.assistant-overrides', async () => {
  const overrides = { variableValues: { name: 'Jana' } } as never;
  expect(await payloadOf('assistant-1', overrides)).toEqual({
    assistantId: 'assistant-1',
    assistantOverrides: overrides,
  });
});

holds('3.create.squad', async () => {
  const squad = { members: [] } as never;
  expect(await payloadOf(undefined, undefined, 'squad-1')).toEqual({ squadId: 'squad-1' });
  expect(await payloadOf(undefined, undefined, squad)).toEqual({ squad });
});

holds('3.create.workflow', async () => {
  const workflow = { name: 'w', nodes: [], edges: [] } as never;
  const nothing = [undefined, undefined, undefined] as const;
  expect(await payloadOf(...nothing, 'workflow-1')).toEqual({ workflowId: 'workflow-1' });
  expect(await payloadOf(...nothing, workflow)).toEqual({ workflow });
});

holds('3.create.workflow-overrides', async () => {
  const overrides = { variableValues: { name: 'Jana' } } as never;
  expect(await payloadOf(undefined, undefined, undefined, 'workflow-1', overrides)).toEqual({
    workflowId: 'workflow-1',
    workflowOverrides: overrides,
  });
});

differs('3.create.keys', 'one more key: roomDeleteOnUserLeaveEnabled', async () => {
  const everything = [inline, {}, 'squad', 'workflow', {}] as unknown as StartParameters;
  everything[5] = { roomDeleteOnUserLeaveEnabled: false } as never;
  const byId = ['assistant', {}, inline, inline] as unknown as StartParameters;
  const keys = [await payloadOf(...everything), await payloadOf(...byId)].flatMap((payload) =>
    Object.keys(payload as object),
  );
  expect([...new Set(keys)].sort()).toEqual([
    'assistant',
    'assistantId',
    'assistantOverrides',
    'roomDeleteOnUserLeaveEnabled',
    'squad',
    'squadId',
    'workflow',
    'workflowId',
    'workflowOverrides',
  ]);
});

holds('3.events.error-text', async () => {
  const { failure } = await refusedStart('assistant-1');
  // The text of a refusal is the body of the answer, whole.
  expect(failure?.error).toEqual({
    message: 'Invalid Key',
    error: 'Unauthorized',
    statusCode: 401,
  });
});

holds('3.events.context', async () => {
  const failures = [
    await refusedStart('assistant-1'),
    await refusedStart(undefined, undefined, 'squad-1'),
    await refusedStart(undefined, undefined, undefined, 'workflow-1'),
  ];
  expect(failures.map(({ failure }) => failure?.context)).toEqual([
    expect.objectContaining({ hasAssistant: true, hasSquad: false, hasWorkflow: false }),
    expect.objectContaining({ hasAssistant: false, hasSquad: true, hasWorkflow: false }),
    expect.objectContaining({ hasAssistant: false, hasSquad: false, hasWorkflow: true }),
  ]);
});

holds('4.failed.failure', async () => {
  const { all, failure } = await refusedStart('assistant-1');
  expect(all('call-start-failed')).toHaveLength(1);
  expect(failure).toMatchObject({ stage: 'unknown', totalDuration: expect.any(Number) });
});

holds('4.failed.error', async () => {
  const { all } = await refusedStart('assistant-1');
  expect(all('error').map(({ payload }) => payload)).toEqual([
    expect.objectContaining({
      type: 'start-method-error',
      stage: 'unknown',
      error: expect.objectContaining({ message: expect.objectContaining({ statusCode: 401 }) }),
    }),
  ]);
});

holds('4.failed.cleanup', async () => {
  const { vapi, requests } = await refusedStart('assistant-1');
  await vapi.start('assistant-2');
  expect(requests.map(sentJson)).toEqual([
    { assistantId: 'assistant-1' },
    { assistantId: 'assistant-2' },
  ]);
});

holds('4.failed.nothing', async () => {
  const { result } = await refusedStart('assistant-1');
  expect(result).toBeNull();
});

/** A first start that hangs in the creation of the web call, and a second one on top of it. */
async function secondStart() {
  let answer: (response: Response) => void = () => {};
  const pending = new Promise<Response>((resolve) => (answer = resolve));
  const { vapi, requests } = connectVoiceApi(() => pending);
  const first = vapi.start('assistant-1');
  const progress: Payload[] = [];
  vapi.on('call-start-progress', (event: unknown) => progress.push(event as Payload));
  const result = await vapi.start('assistant-2');
  const told = [...progress];
  answer(json({ message: 'no' }, 500));
  await first;
  return { result, progress: told, requests: requests.map(sentJson) };
}

holds('4.started.flag', async () => {
  const { requests } = await secondStart();
  expect(requests).toEqual([{ assistantId: 'assistant-1' }]);
});

holds('4.started.progress', async () => {
  const { progress } = await secondStart();
  expect(progress).toEqual([
    {
      stage: 'validation',
      status: 'failed',
      timestamp: expect.any(String),
      metadata: { reason: 'already-started' },
    },
  ]);
});

holds('4.started.nothing', async () => {
  const { result } = await secondStart();
  expect(result).toBeNull();
});

const sentence = 'Assistant or Squad or Workflow must be provided.';

holds('5.start.required', async () => {
  const { vapi, requests } = connectVoiceApi();
  await expect(vapi.start()).rejects.toThrow();
  await expect(vapi.start('', {}, '', '')).rejects.toThrow();
  expect(requests).toEqual([]);
  await vapi.start(undefined, undefined, 'squad-1');
  expect(requests).toHaveLength(1);
});

holds('5.start.throws', async () => {
  const { vapi } = connectVoiceApi();
  await expect(vapi.start()).rejects.toThrow(new Error(sentence));
});

holds(['5.start.event', '8.error.validation'], async () => {
  const { vapi } = connectVoiceApi();
  const errors: unknown[] = [];
  vapi.on('error', (error: unknown) => errors.push(error));
  await expect(vapi.start()).rejects.toThrow();
  expect(errors).toEqual([
    {
      type: 'validation-error',
      stage: 'input-validation',
      error: expect.objectContaining({ message: sentence }),
      timestamp: expect.any(String),
    },
  ]);
});

holds('7.key', async () => {
  const { vapi, requests } = connectVoiceApi();
  await vapi.start('assistant-1');
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer public-key');
});

const noCall = 'Call object is not available.';

holds('8.no-call.mute', async () => {
  const { vapi } = connectVoiceApi();
  expect(() => vapi.setMuted(true)).toThrow(new Error(noCall));
  expect(() => vapi.setMuted(false)).toThrow(new Error(noCall));
});

holds('8.no-call.level', async () => {
  const { vapi } = connectVoiceApi();
  await expect(vapi.increaseMicLevel(2)).rejects.toThrow(new Error(noCall));
});
