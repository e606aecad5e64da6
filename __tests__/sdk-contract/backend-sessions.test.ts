/** @jest-environment node */
import { asTheProduct, connectBackend, session, signedIn, user } from './backend-client';
import { differs, holds } from './contract';
import { json } from './recorded-fetch';

type Backend = ReturnType<typeof connectBackend>;

/** The session events of one client from now on. */
function watch({ client }: Backend) {
  const events: string[] = [];
  client.auth.onAuthStateChange((event) => {
    events.push(event);
  });
  return events;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

async function eventsOf(act: (backend: Backend) => Promise<unknown>, backend: Backend) {
  const events = watch(backend);
  await settled();
  events.length = 0;
  await act(backend);
  await settled();
  return events;
}

holds('4.auth.signed-in', async () => {
  const backend = connectBackend(() => json(session()));
  const credentials = { email: user.email, password: 'secret' };
  const events = await eventsOf(
    ({ client }) => client.auth.signInWithPassword(credentials),
    backend,
  );
  expect(events).toEqual(['SIGNED_IN']);
});

holds('4.auth.signed-out', async () => {
  const backend = await signedIn(() => json({}));
  expect(await eventsOf(({ client }) => client.auth.signOut(), backend)).toEqual(['SIGNED_OUT']);
});

holds('4.auth.token-refreshed', async () => {
  const backend = await signedIn(() => json(session()));
  expect(await eventsOf(({ client }) => client.auth.refreshSession(), backend)).toEqual([
    'TOKEN_REFRESHED',
  ]);
});

holds('4.auth.user-updated', async () => {
  const backend = await signedIn(() => json(user));
  const events = await eventsOf(
    ({ client }) => client.auth.updateUser({ data: { name: 'Jana' } }),
    backend,
  );
  expect(events).toEqual(['USER_UPDATED']);
});

holds('4.auth.password-recovery', async () => {
  const backend = connectBackend(() => json(session()));
  const events = await eventsOf(
    ({ client }) => client.auth.verifyOtp({ type: 'recovery', token_hash: 'hash' }),
    backend,
  );
  expect(events).toEqual(['PASSWORD_RECOVERY']);
});

holds('4.auth.initial-session', async () => {
  const backend = connectBackend();
  const events = watch(backend);
  await settled();
  expect(events).toEqual(['INITIAL_SESSION']);
});

holds('4.auth.mfa', async () => {
  const backend = await signedIn(() => json(session()));
  const events = await eventsOf(
    ({ client }) => client.auth.mfa.verify({ factorId: 'f', challengeId: 'c', code: '123456' }),
    backend,
  );
  expect(events).toEqual(['MFA_CHALLENGE_VERIFIED']);
});

holds('4.auth.unused', async () => {
  const backend = connectBackend(() => json([]));
  const events = watch(backend);
  await backend.client.from('strategy_sessions').select('id').limit(1);
  await backend.client.from('strategy_sessions').insert({ email: 'a@example.com' }).select();
  await settled();
  expect(events).toEqual(['INITIAL_SESSION']);
});

holds('7.auth.unused', async () => {
  const { client, requests } = connectBackend(() => json([]));
  await client.from('decisionMakers').select('id').eq('vapi_assistant_id', 'a');
  await client.from('decisionMakers').update({ visited_at: 'now' }).eq('vapi_assistant_id', 'a');
  expect(requests.map(({ url }) => url.pathname)).toEqual([
    '/rest/v1/decisionMakers',
    '/rest/v1/decisionMakers',
  ]);
});

holds('6.anonymous', async () => {
  const { client, requests } = connectBackend();
  expect((await client.auth.getSession()).data.session).toBeNull();
  expect((await client.auth.getUser()).data.user).toBeNull();
  expect(requests).toEqual([]);
});

differs(
  '6.key',
  'whatever key that is: the product uses a server-side one (decision 004)',
  async () => {
    const { client, requests } = connectBackend(() => json([]));
    await client.from('strategy_sessions').select('id');
    expect(requests[0]?.headers.get('apikey')).toBe('the-key');
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer the-key');
  },
);

function rememberingStorage() {
  const touched: string[] = [];
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => (touched.push(key), kept.get(key) ?? null),
    setItem: (key: string, value: string) => void (touched.push(key), kept.set(key, value)),
    removeItem: (key: string) => void (touched.push(key), kept.delete(key)),
  };
  return { storage, touched, kept };
}

holds('6.no-persistence', async () => {
  const { storage, touched } = rememberingStorage();
  await signedIn(() => json({}), { ...asTheProduct, storage });
  expect(touched).toEqual([]);
  // The same storage is written to as soon as sessions are persisted.
  await signedIn(() => json({}), { ...asTheProduct, storage, persistSession: true });
  expect(touched).not.toEqual([]);
});

holds('9.auth.memory', async () => {
  const { client } = await signedIn(() => json({}));
  expect((await client.auth.getSession()).data.session).toMatchObject({ access_token: 'access' });
  const other = connectBackend();
  expect((await other.client.auth.getSession()).data.session).toBeNull();
});
