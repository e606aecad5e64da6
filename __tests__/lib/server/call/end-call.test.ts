import { endCall, settleCall } from '@/lib/server/call/call-records';
import { takeCall } from '@/lib/server/call/call-requests';
import type { CallHandle } from '@/lib/server/database/results';
import {
  connectDatabase,
  createAnswer,
  neverAnswer,
  type SentQuery,
} from '../database/database-answers';
import { expectSettledAfter, installFakeClock } from '../fake-clock';
import { collectLogLines } from '../log/log-lines';
import { changeSettings, provideSettings } from '../settings';

const logged = collectLogLines();
provideSettings();

const PRIVATE_KEY = 'private-key-of-the-server';
const CONTROL = '/control';
const handle = { call_id: 'call-1', control_url: 'https://voice.example/control' };

type Reply = () => Response | Promise<Response>;
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
const state = (status: string) => () => Response.json({ status });
const reply = (status: number) => () => Response.json({}, { status });

/** Ends the call, with the longest waits between requests. */
const end = async (known?: CallHandle) => {
  const ending = endCall('id-1', known);
  await jest.advanceTimersByTimeAsync(5000);
  return ending;
};

beforeEach(() => {
  installFakeClock();
  stored = handle;
  changeSettings({ VAPI_API_URL: 'https://voice.example', VAPI_PRIVATE_KEY: PRIVATE_KEY });
});
afterEach(() => {
  expect(JSON.stringify(logged)).not.toMatch(/id-1|call-1|private-key/);
});

describe('with the private key', () => {
  test('a queued call is ended, and its slot is free once the provider confirms it', async () => {
    connect({ reads: [state('queued'), state('ended')], ends: [reply(200)] });
    expect(await expectSettledAfter(500, endCall('id-1'))).toBe(true);
    expect(isSlotFree()).toBe(true);
    const [, read, ended] = sentQueries;
    expect(read?.headers.get('authorization')).toBe(`Bearer ${PRIVATE_KEY}`);
    expect(ended).toMatchObject({ method: 'POST', body: { type: 'end-call' } });
    expect(ended?.headers.get('authorization')).toBeNull();
    expect(logged).toEqual([]);
  });

  test('the provider names the control URL of a call that could not be recorded', async () => {
    const { control_url: controlUrl } = handle;
    const unrecorded = () => Response.json({ status: 'queued', monitor: { controlUrl } });
    connect({ reads: [unrecorded, state('ended')], ends: [reply(200)] });
    stored = { ...handle, control_url: null };
    await end();
    expect(listQueryNames()).toContain(CONTROL);
  });

  test('a refusal to end the call is not the last word', async () => {
    connect({
      reads: [fail, state('in-progress'), state('in-progress'), state('ended')],
      ends: [fail, reply(503), reply(200)],
    });
    await expectSettledAfter(5000, endCall('id-1'));
    expect(listQueryNames().filter((name) => name === CONTROL)).toHaveLength(3);
    expect(isSlotFree()).toBe(true);
  });

  test.each<[string, isFree: boolean, Reply[], Reply[]]>([
    ['its own end', true, [state('ended')], []],
    ['an accepted end, while no one has joined', true, [state('queued')], [reply(200)]],
    ['a refused end', false, [state('queued')], [reply(500)]],
    ['a redirect', false, [state('queued')], [reply(302)]],
    ['a dead control URL', false, [state('queued')], [fail]],
    ['someone in the call', false, [state('in-progress')], [reply(200)]],
    ['someone who joins late', false, [state('queued'), state('in-progress')], [reply(200)]],
    ['a call that the provider does not show', false, [reply(404)], [reply(200)]],
    ['an answer that is no JSON', false, [() => new Response('<')], [reply(200)]],
    ['no provider', false, [fail], [fail]],
    ['a call without status', false, [() => Response.json({})], [reply(200)]],
  ])('after %s the slot is free: %s', async (_what, isFree, reads, ends) => {
    connect({ reads, ends });
    expect(await end()).toBe(true);
    expect(isSlotFree()).toBe(isFree);
    const line = { level: 'warn', msg: 'a call that was left may go on' };
    expect(logged).toMatchObject(isFree ? [] : [line]);
  });
});

describe('without the private key', () => {
  beforeEach(() => changeSettings({ VAPI_PRIVATE_KEY: undefined }));

  test.each([
    ...[200, 204, 404, 410].map((status) => [status, 1] as const),
    ...[302, 401, 429, 500, 504].map((status) => [status, 4] as const),
  ])('asks the control URL, which answers %i, %i times', async (status, times) => {
    connect({ ends: [() => new Response(null, { status })] });
    await end();
    expect(listQueryNames().filter((name) => name === CONTROL)).toHaveLength(times);
    expect(isSlotFree()).toBe(times === 1);
  });

  test('the browser’s word counts where the provider gave no control URL', async () => {
    connect({});
    stored = { ...handle, control_url: null };
    await end();
    expect(isSlotFree()).toBe(true);
  });
});

test('says so if the database cannot free the slot', async () => {
  connectDatabase(({ table }) => {
    if (table === 'rpc/end_call') return createAnswer([handle]);
    return table.startsWith('/call/') ? state('ended')() : createAnswer({ code: 'XX000' }, 500);
  });
  expect(await end()).toBe(false);
});

test('says so if neither the database nor the provider has ended it', async () => {
  connectDatabase(() => createAnswer({ code: 'XX000' }, 500));
  expect(await end(handle)).toBe(false);
});

const call = { id: 'id-1', assistantId: 'demo-cs' };
test.each<[what: string, ms: number, ask: () => Promise<unknown>, answer: unknown]>([
  [
    'a call',
    2000,
    async () => (await takeCall(new Request('http://localhost/'), call)).refusal,
    'unavailable',
  ],
  ['its end', 2000, () => endCall('id-1'), false],
  // A late count holds the table.
  ['a settled call', 4000, async () => (await settleCall('id-1', 'refused')).data, null],
])('%s waits %i ms for the database', async (_what, ms, ask, answer) => {
  connectDatabase(neverAnswer);
  expect(await expectSettledAfter(ms, ask())).toBe(answer);
});
