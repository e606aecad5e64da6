/** @jest-environment node */
import type { AssumptionId } from '../assumptions';
import { connectBackend, credentials, createSession, connectUser, user } from './backend-client';
import type { ClientAction, Backend } from './backend-client';
import { testDiffers, testHolds, createJson, parseSentBody, type Recorded } from '../contract';

const { email } = user;
const connectGuest = async (answer: () => Response) => connectBackend(answer);

const formatRoute = ({ method, url }: Recorded) =>
  `${method} ${url.pathname.replace(/^\/auth\/v1/, '')}`;

const userId = '11111111-1111-4111-8111-111111111111';
const code = { email, token: '123456', type: 'email' } as const;
const identity = { identity_id: 'i' } as never;
const withoutRedirect = { provider: 'github' as const, options: { skipBrowserRedirect: true } };

/** An answer to every request. */
const anything = { ...createSession(), ...user, type: 'totp', totp: {}, users: [] };

type Rows<Row> = Partial<Record<AssumptionId, Row>>;

/** The requests of an endpoint, each with the call that sends it. */
const endpoints: Rows<[typeof connectGuest, Record<string, ClientAction>]> = {
  '7.auth.signup': [connectGuest, { 'POST /signup': ({ auth }) => auth.signUp(credentials) }],
  '7.auth.otp': [connectGuest, { 'POST /otp': ({ auth }) => auth.signInWithOtp({ email }) }],
  '7.auth.verify': [connectGuest, { 'POST /verify': ({ auth }) => auth.verifyOtp(code) }],
  '7.auth.logout': [connectUser, { 'POST /logout': ({ auth }) => auth.signOut() }],
  '7.auth.user': [
    connectUser,
    {
      'GET /user': ({ auth }) => auth.getUser(),
      'PUT /user': ({ auth }) => auth.updateUser({ data: {} }),
    },
  ],
  '7.auth.recover': [
    connectGuest,
    { 'POST /recover': ({ auth }) => auth.resetPasswordForEmail(email) },
  ],
  '7.auth.factors': [
    connectUser,
    {
      'POST /factors': ({ auth }) => auth.mfa.enroll({ factorType: 'totp' }),
      'POST /factors/f/challenge': ({ auth }) => auth.mfa.challenge({ factorId: 'f' }),
      'DELETE /factors/f': ({ auth }) => auth.mfa.unenroll({ factorId: 'f' }),
    },
  ],
  '7.auth.identities': [
    connectUser,
    {
      'DELETE /user/identities/i': ({ auth }) => auth.unlinkIdentity(identity),
      'GET /user/identities/authorize': ({ auth }) => auth.linkIdentity(withoutRedirect),
    },
  ],
  '7.auth.admin': [
    connectGuest,
    {
      'GET /admin/users': ({ auth }) => auth.admin.listUsers(),
      'POST /admin/users': ({ auth }) => auth.admin.createUser(credentials),
      [`DELETE /admin/users/${userId}`]: ({ auth }) => auth.admin.deleteUser(userId),
    },
  ],
};

for (const [id, [connect, acts]] of Object.entries(endpoints)) {
  testHolds(id as AssumptionId, async () => {
    const { client, requests } = await connect(() => createJson(anything));
    for (const act of Object.values(acts)) await act(client);
    return requests.map(formatRoute);
  }).gives(Object.keys(acts));
}

testHolds('7.auth.token', async () => {
  const { client, requests } = connectBackend(() => createJson(createSession()));
  await client.auth.signInWithPassword(credentials);
  return [requests.map(formatRoute), requests[0]?.url.search];
}).gives([['POST /token'], '?grant_type=password']);

testDiffers(
  '7.auth.refresh',
  'it has no endpoint of its own: the token endpoint with grant_type=refresh_token',
  async () => {
    const { client, requests } = await connectUser(() => createJson(createSession()));
    await client.auth.refreshSession();
    return [requests.map(formatRoute), requests[0]?.url.search, parseSentBody(requests[0])];
  },
).gives([['POST /token'], '?grant_type=refresh_token', { refresh_token: 'refresh-1' }]);

const rows = '/rest/v1/decisionMakers';
testHolds('7.auth.unused', async () => {
  const { client, requests } = connectBackend(() => createJson([]));
  await client.from('decisionMakers').select('id').eq('vapi_assistant_id', 'a');
  await client.from('decisionMakers').update({ visited_at: 'now' }).eq('vapi_assistant_id', 'a');
  return requests.map(({ url }) => url.pathname);
}).gives([rows, rows]);

/** Records the session events of one client from now on. */
function recordEvents({ client }: Backend): string[] {
  const events: string[] = [];
  client.auth.onAuthStateChange((event) => void events.push(event));
  return events;
}

const waitUntilSettled = () => new Promise((resolve) => setImmediate(resolve));

const mfa = { factorId: 'f', challengeId: 'c', code: '123456' };
const recovery = { type: 'recovery', token_hash: 'hash' } as const;
const name = { data: { name: 'Jana' } };

const events: Rows<[event: string, typeof connectGuest, ClientAction]> = {
  '4.auth.signed-in': [
    'SIGNED_IN',
    connectGuest,
    ({ auth }) => auth.signInWithPassword(credentials),
  ],
  '4.auth.signed-out': ['SIGNED_OUT', connectUser, ({ auth }) => auth.signOut()],
  '4.auth.token-refreshed': ['TOKEN_REFRESHED', connectUser, ({ auth }) => auth.refreshSession()],
  '4.auth.user-updated': ['USER_UPDATED', connectUser, ({ auth }) => auth.updateUser(name)],
  '4.auth.password-recovery': [
    'PASSWORD_RECOVERY',
    connectGuest,
    ({ auth }) => auth.verifyOtp(recovery),
  ],
  '4.auth.mfa': ['MFA_CHALLENGE_VERIFIED', connectUser, ({ auth }) => auth.mfa.verify(mfa)],
};

for (const [id, [event, connect, act]] of Object.entries(events)) {
  testHolds(id as AssumptionId, async () => {
    const backend = await connect(() => createJson(anything));
    const heard = recordEvents(backend);
    await waitUntilSettled();
    heard.length = 0;
    await act(backend.client);
    await waitUntilSettled();
    return heard;
  }).gives([event]);
}

testHolds('4.auth.initial-session', async () => {
  const heard = recordEvents(connectBackend());
  await waitUntilSettled();
  return heard;
}).gives(['INITIAL_SESSION']);

testHolds('4.auth.unused', async () => {
  const backend = connectBackend(() => createJson([]));
  const heard = recordEvents(backend);
  await backend.client.from('strategy_sessions').select('id').limit(1);
  await backend.client.from('strategy_sessions').insert({ email: 'a@example.com' }).select();
  await waitUntilSettled();
  return heard;
}).gives(['INITIAL_SESSION']);

testHolds('6.anonymous', async () => {
  const { client, requests } = connectBackend();
  const { session: own } = (await client.auth.getSession()).data;
  return [own, (await client.auth.getUser()).data.user, requests];
}).gives([null, null, []]);

testDiffers(
  '6.key',
  'whatever key that is: the product uses a server-side one (decision 004)',
  async () => {
    const { client, requests } = connectBackend(() => createJson([]));
    await client.from('strategy_sessions').select('id');
    return ['apikey', 'authorization'].map((name) => requests[0]?.headers.get(name));
  },
).gives(['the-key', 'Bearer the-key']);

testHolds('6.no-persistence', async () => {
  const touched = { false: 0, true: 0 };
  for (const persistSession of [false, true]) {
    const touch = () => {
      touched[`${persistSession}`] += 1;
      return null;
    };
    const storage = { getItem: touch, setItem: () => void touch(), removeItem: () => void touch() };
    await connectUser(() => createJson({}), { storage, persistSession });
  }
  return [touched.false, touched.true > 0];
}).gives([0, true]);

testHolds('9.auth.memory', async () => {
  const { client } = await connectUser(() => createJson({}));
  const found = [await client.auth.getSession(), await connectBackend().client.auth.getSession()];
  return found.map(({ data }) => data.session);
}).gives([expect.objectContaining({ access_token: 'access' }), null]);

testHolds('9.auth.flow', async () => {
  const challenges: boolean[] = [];
  for (const auth of [{}, { flowType: 'pkce' as const }]) {
    const { client } = connectBackend(undefined, auth);
    const { data } = await client.auth.signInWithOAuth(withoutRedirect);
    challenges.push(new URL(String(data.url)).searchParams.has('code_challenge'));
  }
  return challenges;
}).gives([false, true]);
