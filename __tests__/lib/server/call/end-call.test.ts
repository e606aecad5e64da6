/** @jest-environment node */
import { endCall } from '@/lib/server/call/call-records';
import type { CallHandle } from '@/lib/server/database/results';
import { connectDatabase, createAnswer, type SentQuery } from '../database/database-answers';
import { collectLogLines } from '../log/log-lines';
import { changeSettings, provideSettings } from '../settings';

/** The waits in milliseconds; here they take no time. */
const mockWaits = jest.fn(async (_ms: number): Promise<void> => undefined);
jest.mock('node:timers/promises', () => ({ setTimeout: (ms: number) => mockWaits(ms) }));

const logged = collectLogLines();
provideSettings();

const PRIVATE_KEY = 'private-key-of-the-server';
const CONTROL = '/control';
const handle = { call_id: 'call-1', control_url: 'https://voice.example/control' };

type Reply = () => Response | Promise<Response>;
const createState = (status: string, { controlUrl = '' } = {}) =>
  Response.json({ status, ...(controlUrl && { monitor: { controlUrl } }) });
const fail: Reply = () => Promise.reject(new TypeError('fetch failed'));

let sentQueries: SentQuery[];
/** What the database knows of the call. */
let stored: CallHandle;
/** Answers each read and each request to end the call in turn; the last answer is repeated. */
function connect({ reads = [], ends = [] }: { reads?: Reply[]; ends?: Reply[] }) {
  const next = (replies: Reply[]) => (replies.length > 1 ? replies.shift() : replies[0]) ?? fail;
  sentQueries = connectDatabase(({ table }) => {
    if (table === 'rpc/end_call') return createAnswer([stored]);
    if (table === CONTROL) return next(ends)();
    return table.startsWith('/call/') ? next(reads)() : createAnswer(true);
  });
}
/** Without the request that asks the database for the handle. */
const listQueryNames = () => sentQueries.slice(1).map(({ table }) => table);
const isSlotFree = () => listQueryNames().includes('rpc/settle_call');
const state = (status: string, facts?: { controlUrl?: string }) => () => createState(status, facts);
const reply = (status: number) => () => Response.json({}, { status });

beforeEach(() => {
  stored = handle;
  changeSettings({ VAPI_API_URL: 'https://voice.example', VAPI_PRIVATE_KEY: PRIVATE_KEY });
});
afterEach(() => {
  changeSettings({ VAPI_PRIVATE_KEY: undefined });
  expect(JSON.stringify(logged)).not.toMatch(/id-1|call-1|private-key/);
});

describe('with the private key', () => {
  test('a queued call is ended, and its slot is free once the provider confirms it', async () => {
    connect({ reads: [state('queued'), state('ended')], ends: [reply(200)] });
    expect(await endCall('id-1')).toBe(true);
    expect(listQueryNames()).toEqual(['/call/call-1', CONTROL, '/call/call-1', 'rpc/settle_call']);
    const [, read, end, , settled] = sentQueries;
    expect(read?.headers.get('authorization')).toBe(`Bearer ${PRIVATE_KEY}`);
    expect(end).toMatchObject({ method: 'POST', body: { type: 'end-call' } });
    expect(end?.headers.get('authorization')).toBeNull();
    expect(settled?.body).toEqual({ id: 'id-1', state: 'over' });
    expect(mockWaits.mock.calls).toEqual([[500]]);
    expect(logged).toEqual([]);
  });

  test('a call that has ended is not ended again', async () => {
    connect({ reads: [state('ended')] });
    await endCall('id-1');
    expect(listQueryNames()).toEqual(['/call/call-1', 'rpc/settle_call']);
  });

  test('the provider names the control URL of a call that could not be recorded', async () => {
    const controlUrl = handle.control_url;
    connect({ reads: [state('queued', { controlUrl }), state('ended')], ends: [reply(200)] });
    stored = { ...handle, control_url: null };
    await endCall('id-1');
    expect(listQueryNames()).toContain(CONTROL);
    expect(isSlotFree()).toBe(true);
  });

  test('a refusal to end the call is not the last word', async () => {
    connect({
      reads: [fail, state('in-progress'), state('in-progress'), state('ended')],
      ends: [fail, reply(503), reply(200)],
    });
    await endCall('id-1');
    expect(listQueryNames().filter((name) => name === CONTROL)).toHaveLength(3);
    expect(mockWaits.mock.calls).toEqual([[500], [1500], [3000]]);
    expect(isSlotFree()).toBe(true);
  });

  test('an accepted end frees the slot of a call that no one has joined', async () => {
    connect({ reads: [state('queued')], ends: [reply(200)] });
    await endCall('id-1');
    expect(isSlotFree()).toBe(true);
  });

  test.each<[string, { reads: Reply[]; ends: Reply[] }]>([
    ['the provider refuses to end it', { reads: [state('queued')], ends: [reply(500)] }],
    ['the provider redirects', { reads: [state('queued')], ends: [reply(302)] }],
    ['the control URL is dead', { reads: [state('queued')], ends: [fail] }],
    ['someone is in the call', { reads: [state('in-progress')], ends: [reply(200)] }],
    ['someone joins late', { reads: [state('queued'), state('in-progress')], ends: [reply(200)] }],
    ['the provider does not show it', { reads: [reply(404)], ends: [reply(200)] }],
    ['the provider answers no JSON', { reads: [() => new Response('<')], ends: [reply(200)] }],
    ['the provider is away', { reads: [fail], ends: [fail] }],
    ['a call has no status', { reads: [() => Response.json({})], ends: [reply(200)] }],
  ])('the slot stays taken when %s', async (_what, replies) => {
    connect(replies);
    expect(await endCall('id-1')).toBe(true);
    expect(isSlotFree()).toBe(false);
    expect(logged).toMatchObject([{ level: 'warn', msg: 'a call that was left may go on' }]);
  });
});

describe('without the private key', () => {
  beforeEach(() => changeSettings({ VAPI_PRIVATE_KEY: undefined }));

  test.each([200, 204, 404, 410])(
    'the slot is free after the control URL answers %i',
    async (status) => {
      connect({ ends: [() => new Response(null, { status })] });
      await endCall('id-1');
      expect(listQueryNames()).toEqual([CONTROL, 'rpc/settle_call']);
    },
  );

  test.each([302, 401, 403, 429, 500, 502, 504])(
    'the slot stays taken while it answers %i, and it is asked four times',
    async (status) => {
      connect({ ends: [reply(status)] });
      await endCall('id-1');
      expect(listQueryNames()).toEqual(Array(4).fill(CONTROL));
    },
  );

  test('the browser’s word counts where the provider gave no control URL', async () => {
    connect({});
    stored = { ...handle, control_url: null };
    await endCall('id-1');
    expect(listQueryNames()).toEqual(['rpc/settle_call']);
  });
});

test('says so if the database cannot free the slot', async () => {
  connectDatabase(({ table }) => {
    if (table === 'rpc/end_call') return createAnswer([handle]);
    return table.startsWith('/call/') ? createState('ended') : createAnswer({ code: 'XX000' }, 500);
  });
  expect(await endCall('id-1')).toBe(false);
});
