/** @jest-environment node */
import {
  connectBackend,
  ScriptedSocket,
  createSession,
  connectUser,
  type Backend,
} from './backend-client';
import type { Ids } from '../assumptions';
import { testHolds, createJson, parseSentBody, type Recorded } from '../contract';

/** Tests that an assumption holds, with fake timers. */
const testOnClock = (ids: Ids, observe: () => Promise<unknown>) =>
  testHolds(ids, async () => {
    jest.useFakeTimers();
    try {
      return await observe();
    } finally {
      jest.useRealTimers();
    }
  });
const advance = (ms: number) => jest.advanceTimersByTimeAsync(ms);

/** Returns what is observed after each of these pauses. */
async function observeAfter<T>(pauses: number[], observe: () => T | Promise<T>): Promise<T[]> {
  const seen: T[] = [];
  for (const ms of pauses) {
    await advance(ms);
    seen.push(await observe());
  }
  return seen;
}

async function openSocket({ client }: Backend) {
  client.realtime.connect();
  await advance(0);
  const socket = ScriptedSocket.opened.at(-1);
  socket?.open();
  return socket;
}

testOnClock('9.realtime.timeout', async () => {
  const backend = connectBackend();
  const states: string[] = [];
  backend.client.channel('room').subscribe((state) => states.push(state));
  await openSocket(backend);
  const seen = await observeAfter([9_999, 1], () => [...states]);
  await backend.client.removeAllChannels();
  return seen;
}).gives([[], ['TIMED_OUT']]);

testOnClock('9.realtime.heartbeat', async () => {
  const backend = connectBackend();
  const socket = await openSocket(backend);
  const countHeartbeats = () =>
    socket?.sent.filter((message) => message.includes('heartbeat')).length;
  const counts = await observeAfter([24_999, 1], countHeartbeats);
  await backend.client.realtime.disconnect();
  return counts;
}).gives([0, 1]);

testOnClock('9.realtime.backoff', async () => {
  const { client } = connectBackend();
  client.realtime.connect();
  await advance(0);
  for (let times = 0; times < 6; times += 1) {
    ScriptedSocket.opened.at(-1)?.drop();
    await advance(10_001);
  }
  const [first = 0, ...later] = ScriptedSocket.opened.map(({ openedAt }) => openedAt);
  await client.realtime.disconnect();
  return later.map((time, index) => time - first - index * 10_001);
}).gives([1_000, 2_000, 5_000, 10_000, 10_000, 10_000]);

async function recordList() {
  const { client, requests } = connectBackend(() => createJson([]));
  await client.storage.from('files').list('folder');
  return parseSentBody(requests[0]);
}
testHolds('9.storage.limit', recordList).gives(expect.objectContaining({ limit: 100, offset: 0 }));
testHolds('9.storage.sort', recordList).gives(
  expect.objectContaining({ sortBy: { column: 'name', order: 'asc' } }),
);

testHolds('9.storage.cache', async () => {
  const { client, requests } = connectBackend(() => createJson({ Key: 'k', Id: 'i' }));
  await client.storage.from('files').upload('a.txt', new Blob(['text']));
  await client.storage.from('files').upload('b.txt', 'text');
  const form = requests[0]?.body as FormData;
  return [form.get('cacheControl'), requests[1]?.headers.get('cache-control')];
}).gives(['3600', 'max-age=3600']);

const countRefreshes = (requests: Recorded[]) =>
  requests.filter(({ url }) => url.search === '?grant_type=refresh_token').length;

testOnClock('9.auth.tick', async () => {
  // Seven ticks of 30 s and a bit: refreshed in the tick in which three are left.
  const { client, requests } = await connectUser(() => createJson(createSession()), {}, 215);
  await client.auth.startAutoRefresh();
  const counts = await observeAfter([119_999, 1], () => countRefreshes(requests));
  await client.auth.stopAutoRefresh();
  return counts;
}).gives([0, 1]);

testOnClock('9.auth.margin', async () => {
  const { client, requests } = await connectUser(() => createJson(createSession()), {}, 200);
  return observeAfter([109_000, 2_000], async () => {
    await client.auth.getSession();
    return countRefreshes(requests);
  });
}).gives([0, 1]);

testOnClock('9.auth.backoff', async () => {
  const times: number[] = [];
  const { client } = await connectUser(() => {
    times.push(Date.now());
    return createJson({ msg: 'down' }, 503);
  });
  const refreshing = client.auth.refreshSession();
  await advance(60_000);
  await refreshing;
  return times.slice(1).map((time, index) => time - (times[index] ?? 0));
}).gives([200, 400, 800, 1_600, 3_200, 6_400, 12_800]);

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function createSignedToken() {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const jwk = await crypto.subtle.exportKey('jwk', pair.publicKey);
  const body = { sub: 'user-1', exp: Math.floor(Date.now() / 1000) + 86_400 };
  const signed = `${encode({ alg: 'ES256', kid: 'k1', typ: 'JWT' })}.${encode(body)}`;
  const signature = await crypto.subtle.sign(algorithm, pair.privateKey, Buffer.from(signed));
  return {
    key: { ...jwk, kid: 'k1', alg: 'ES256' },
    token: `${signed}.${Buffer.from(signature).toString('base64url')}`,
  };
}

testHolds(
  '9.jwks',
  async () => {
    const { key, token } = await createSignedToken();
    const { client, requests } = connectBackend(() => createJson({ keys: [key] }));
    const start = Date.now();
    const seen: unknown[] = [];
    for (const ms of [0, 599_999, 600_000]) {
      jest.spyOn(Date, 'now').mockReturnValue(start + ms);
      const { data, error } = await client.auth.getClaims(token);
      seen.push([error, data?.claims.sub, requests.length]);
    }
    return seen;
  },
  'ten minutes',
).gives([1, 1, 2].map((fetches) => [null, 'user-1', fetches]));
