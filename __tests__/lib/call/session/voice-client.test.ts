import type { CallInput } from '@/lib/call/audio/call-input';
import type { CallConfig } from '@/lib/call/types';
import { Dialler } from '@/lib/call/session/dialler';
import {
  createVoiceClient,
  getVoiceClient,
  type VoiceClient,
} from '@/lib/call/session/voice-client';
import { createStore } from '@/lib/call/store';
import { initialTranscript } from '@/lib/call/transcript/transcript';
import { createClient, setUpFakeWorld, world } from './call-fixture';
import { advance } from './fake-browser';

/** The SDK's default export as a bundler returns it. */
let exported: unknown;

jest.mock('@vapi-ai/web', () => ({
  __esModule: true,
  get default() {
    return exported;
  },
}));

const config: CallConfig = { assistantId: null, callMachineUrl: null, maxSeconds: 300 };
const target = { assistantId: 'demo', ticket: 'ticket' };
const output: Parameters<VoiceClient['dial']>[3] = {
  language: 'en',
  transcript: createStore(initialTranscript),
  levels: { assistant: 0, visitor: 0 },
  record: [],
};

setUpFakeWorld();
beforeEach(() => {
  world.isPermitted = true;
});

const createMicrophone = (): CallInput => {
  const tracks = world.openMicrophone().getTracks();
  return { kind: 'voice', close: () => tracks.forEach((track) => track.stop()) };
};

const run = async (client: VoiceClient) => {
  const running = client.run();
  await advance(0);
  await running;
};

/** A client whose SDK records its constructor's arguments. */
async function loadClient() {
  const made: unknown[][] = [];
  const Sdk = class extends world.Sdk {
    constructor(...args: unknown[]) {
      super();
      made.push(args);
    }
  };
  const client = createClient(async () => Sdk);
  await run(client);
  const dial = (
    more: Partial<CallConfig> = {},
    ticket = target.ticket,
    input: CallInput = createMicrophone(),
  ) => {
    const events: string[] = [];
    const dialled = { ...target, ticket };
    const call = client.dial({ ...config, ...more }, dialled, input, output, ({ type }) =>
      events.push(type),
    );
    return { call, events };
  };
  return { made, dial };
}

/** A client whose first call is joining its room. */
async function startFirstCall() {
  const { dial } = await loadClient();
  const first = dial();
  await advance(0);
  world.answerPost();
  await advance(0);
  world.room?.loadScript();
  await advance(0);
  return { dial, first };
}

it('fetches the SDK again after a failure', async () => {
  const fetchCallCode = jest
    .fn(async () => ({ createDialler: () => new Dialler(world.Sdk) }))
    .mockReturnValueOnce(Promise.reject(new Error('chunk missing')));
  const client = createVoiceClient(fetchCallCode);
  await expect(client.load()).rejects.toThrow('chunk missing');
  await client.load();
  expect(fetchCallCode).toHaveBeenCalledTimes(2);
});

it('runs the SDK once, and only when asked to', async () => {
  const createDialler = jest.fn(() => new Dialler(world.Sdk));
  const client = createVoiceClient(async () => ({ createDialler }));
  await client.load();
  await advance(1_000);
  expect(createDialler).not.toHaveBeenCalled();
  await Promise.all([run(client), run(client)]);
  expect(createDialler).toHaveBeenCalledTimes(1);
});

it('throws when it dials before run()', async () => {
  const client = createClient();
  expect(() => client.dial(config, target, createMicrophone(), output, () => undefined)).toThrow(
    'run() must succeed before dial()',
  );
});

it.each([
  ['', {}, {}],
  [
    ', but its own call machine',
    { callMachineUrl: 'https://machine.example/call.js' },
    { callObjectBundleUrlOverride: 'https://machine.example/call.js' },
  ],
])('gives the SDK our server, the ticket as key and no eval%s', async (_, configured, options) => {
  const { made, dial } = await loadClient();
  dial(configured);
  const given = { avoidEval: true, ...options };
  expect(made).toStrictEqual([['ticket', 'http://localhost/api', given, {}]]);
});

it('gives the SDK our silent track and stops it with the call', async () => {
  const { made, dial } = await loadClient();
  const track = world.openSilence();
  const { call } = dial({}, 'ticket', {
    kind: 'text',
    track: track as unknown as MediaStreamTrack,
    close: () => track.stop(),
  });
  expect(made[0]?.[3]).toEqual({ audioSource: track });
  expect(track.readyState).toBe('live');
  call.end('visitor');
  expect(track.readyState).toBe('ended');
  expect(world.liveTracks).toEqual([]);
});

it('ends the previous call, and dials once its room is free', async () => {
  const { dial, first } = await startFirstCall();
  const second = dial();
  expect(first.events).toEqual(['ended']);
  expect(world.posts).toEqual([]);
  await advance(1_000);
  expect(first.events).toEqual(['ended', 'released']);
  expect(second.events).toEqual([]);
  expect(world.posts).toHaveLength(1);
});

it('reports nothing of a call canceled before it could be dialled', async () => {
  const { dial } = await startFirstCall();
  const second = dial({}, 'second');
  second.call.end('visitor');
  await advance(1_000);
  expect(second.events).toEqual(['ended', 'released']);
  expect(world.posts).toEqual([]);
  window.dispatchEvent(new Event('pagehide'));
  const leftTickets = world.leaveReports.map(({ ticket }) => ticket);
  expect(leftTickets).toContain('ticket');
  expect(leftTickets).not.toContain('second');
});

it.each([
  ['the class itself', (Sdk: unknown) => Sdk],
  ['an object around the class', (Sdk: unknown) => ({ default: Sdk })],
])('finds the SDK when a bundler returns %s', async (_, importSdk) => {
  exported = importSdk(world.Sdk);
  const client = createVoiceClient();
  await run(client);
  client.dial(config, target, createMicrophone(), output, () => undefined);
  expect(world.posts).toHaveLength(1);
});

it('exists once per page', () => {
  expect(getVoiceClient()).toHaveProperty('dial');
  expect(getVoiceClient()).toBe(getVoiceClient());
});
