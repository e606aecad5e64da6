/** @jest-environment node */
import { asTheProduct, connectBackend, ScriptedSocket, session, signedIn } from './backend-client';
import { holds } from './contract';
import { json, sentJson, type RecordedRequest } from './recorded-fetch';

afterEach(() => {
  jest.useRealTimers();
});

holds('8.functions.fetch', async () => {
  const { client } = connectBackend(() => Promise.reject(new TypeError('fetch failed')));
  const { error } = await client.functions.invoke('any');
  expect(error).toMatchObject({
    name: 'FunctionsFetchError',
    message: 'Failed to send a request to the Edge Function',
  });
});

holds('8.functions.relay', async () => {
  const { client } = connectBackend(() => json({}, 200, { 'x-relay-error': 'true' }));
  const { error } = await client.functions.invoke('any');
  expect(error).toMatchObject({
    name: 'FunctionsRelayError',
    message: 'Relay Error invoking the Edge Function',
  });
});

holds('8.functions.status', async () => {
  for (const status of [400, 404, 500]) {
    const { client } = connectBackend(() => json({}, status));
    const { error } = await client.functions.invoke('any');
    expect(error).toMatchObject({
      name: 'FunctionsHttpError',
      message: 'Edge Function returned a non-2xx status code',
    });
  }
});

const advance = (ms: number) => jest.advanceTimersByTimeAsync(ms);

function openSocket() {
  const socket = ScriptedSocket.opened.at(-1);
  if (!socket) throw new Error('no socket was opened');
  socket.open();
  return socket;
}

holds('9.realtime.timeout', async () => {
  jest.useFakeTimers();
  const { client } = connectBackend();
  const states: string[] = [];
  client.channel('room').subscribe((state) => states.push(state));
  await advance(0);
  openSocket();
  await advance(9_999);
  expect(states).toEqual([]);
  await advance(1);
  expect(states).toEqual(['TIMED_OUT']);
  await client.removeAllChannels();
});

holds('9.realtime.heartbeat', async () => {
  jest.useFakeTimers();
  const { client } = connectBackend();
  client.realtime.connect();
  await advance(0);
  const socket = openSocket();
  const beats = () => socket.sent.filter((message) => message.includes('heartbeat')).length;
  await advance(24_999);
  expect(beats()).toBe(0);
  await advance(1);
  expect(beats()).toBe(1);
  await client.realtime.disconnect();
});

holds('9.realtime.backoff', async () => {
  jest.useFakeTimers();
  const { client } = connectBackend();
  client.realtime.connect();
  await advance(0);
  for (let times = 0; times < 6; times += 1) {
    ScriptedSocket.opened.at(-1)?.drop();
    await advance(10_001);
  }
  const [first, ...later] = ScriptedSocket.opened.map(({ openedAt }) => openedAt);
  const pauses = later.map((time, index) => time - (first ?? 0) - index * 10_001);
  expect(pauses).toEqual([1_000, 2_000, 5_000, 10_000, 10_000, 10_000]);
  await client.realtime.disconnect();
});

holds('9.storage.limit', async () => {
  const { client, requests } = connectBackend(() => json([]));
  await client.storage.from('files').list('folder');
  expect(sentJson(requests[0])).toMatchObject({ limit: 100, offset: 0 });
});

holds('9.storage.sort', async () => {
  const { client, requests } = connectBackend(() => json([]));
  await client.storage.from('files').list('folder');
  expect(sentJson(requests[0])).toMatchObject({ sortBy: { column: 'name', order: 'asc' } });
});

holds('9.storage.cache', async () => {
  const { client, requests } = connectBackend(() => json({ Key: 'k', Id: 'i' }));
  await client.storage.from('files').upload('a.txt', new Blob(['text']));
  await client.storage.from('files').upload('b.txt', 'text');
  expect((requests[0]?.body as FormData).get('cacheControl')).toBe('3600');
  expect(requests[1]?.headers.get('cache-control')).toBe('max-age=3600');
});

const refreshes = (requests: RecordedRequest[]) =>
  requests.filter(({ url }) => url.search === '?grant_type=refresh_token').length;

holds('9.auth.tick', async () => {
  jest.useFakeTimers();
  // Seven ticks of 30 s and a bit: refreshed in the tick in which three are left.
  const { client, requests } = await signedIn(() => json(session(3600)), asTheProduct, 215);
  await client.auth.startAutoRefresh();
  await advance(119_999);
  expect(refreshes(requests)).toBe(0);
  await advance(1);
  expect(refreshes(requests)).toBe(1);
  await client.auth.stopAutoRefresh();
});

holds('9.auth.margin', async () => {
  jest.useFakeTimers();
  const { client, requests } = await signedIn(() => json(session(3600)), asTheProduct, 200);
  await advance(109_000);
  await client.auth.getSession();
  expect(refreshes(requests)).toBe(0);
  await advance(2_000);
  await client.auth.getSession();
  expect(refreshes(requests)).toBe(1);
});

holds('9.auth.backoff', async () => {
  jest.useFakeTimers();
  const times: number[] = [];
  const { client } = await signedIn(() => {
    times.push(Date.now());
    return json({ msg: 'down' }, 503);
  });
  const refreshing = client.auth.refreshSession();
  await advance(60_000);
  await refreshing;
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(pauses).toEqual([200, 400, 800, 1_600, 3_200, 6_400, 12_800]);
});

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function signedToken() {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, true, [
    'sign',
    'verify',
  ]);
  const key = { ...(await crypto.subtle.exportKey('jwk', publicKey)), kid: 'k1', alg: 'ES256' };
  const head = encode({ alg: 'ES256', kid: 'k1', typ: 'JWT' });
  const body = encode({ sub: 'user-1', exp: Math.floor(Date.now() / 1000) + 86_400 });
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    privateKey,
    Buffer.from(`${head}.${body}`),
  );
  return { key, token: `${head}.${body}.${Buffer.from(signature).toString('base64url')}` };
}

holds(
  '9.jwks',
  async () => {
    const { key, token } = await signedToken();
    const { client, requests } = connectBackend(() => json({ keys: [key] }));
    const start = Date.now();
    const fetchesAt = async (ms: number) => {
      jest.spyOn(Date, 'now').mockReturnValue(start + ms);
      const { data, error } = await client.auth.getClaims(token);
      expect([error, data?.claims.sub]).toEqual([null, 'user-1']);
      return requests.length;
    };
    expect(await fetchesAt(0)).toBe(1);
    expect(await fetchesAt(599_999)).toBe(1);
    expect(await fetchesAt(600_000)).toBe(2);
  },
  'ten minutes',
);
