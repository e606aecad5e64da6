/** @jest-environment node */
import { asTheProduct, connectBackend, routeOf, session, signedIn, user } from './backend-client';
import { differs, holds } from './contract';
import { json, sentJson } from './recorded-fetch';

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

const credentials = { email: user.email, password: 'secret' };

holds('7.auth.signup', async () => {
  const { client, requests } = connectBackend(() => json(session()));
  await client.auth.signUp(credentials);
  expect(requests.map(routeOf)).toEqual(['POST /signup']);
});

holds('7.auth.token', async () => {
  const { client, requests } = connectBackend(() => json(session()));
  await client.auth.signInWithPassword(credentials);
  expect(requests.map(routeOf)).toEqual(['POST /token']);
  expect(requests[0]?.url.search).toBe('?grant_type=password');
});

differs(
  '7.auth.refresh',
  'it has no endpoint of its own: the token endpoint with grant_type=refresh_token',
  async () => {
    const { client, requests } = await signedIn(() => json(session()));
    await client.auth.refreshSession();
    expect(requests.map(routeOf)).toEqual(['POST /token']);
    expect(requests[0]?.url.search).toBe('?grant_type=refresh_token');
    expect(sentJson(requests[0])).toEqual({ refresh_token: 'refresh-1' });
  },
);

holds('7.auth.otp', async () => {
  const { client, requests } = connectBackend();
  await client.auth.signInWithOtp({ email: user.email });
  expect(requests.map(routeOf)).toEqual(['POST /otp']);
});

holds('7.auth.verify', async () => {
  const { client, requests } = connectBackend(() => json(session()));
  await client.auth.verifyOtp({ email: user.email, token: '123456', type: 'email' });
  expect(requests.map(routeOf)).toEqual(['POST /verify']);
});

holds('7.auth.logout', async () => {
  const { client, requests } = await signedIn(() => json({}));
  await client.auth.signOut();
  expect(requests.map(routeOf)).toEqual(['POST /logout']);
});

holds('7.auth.user', async () => {
  const { client, requests } = await signedIn(() => json(user));
  await client.auth.getUser();
  await client.auth.updateUser({ data: {} });
  expect(requests.map(routeOf)).toEqual(['GET /user', 'PUT /user']);
});

holds('7.auth.recover', async () => {
  const { client, requests } = connectBackend();
  await client.auth.resetPasswordForEmail(user.email);
  expect(requests.map(routeOf)).toEqual(['POST /recover']);
});

holds('7.auth.factors', async () => {
  const { client, requests } = await signedIn(() => json({ id: 'f', type: 'totp', totp: {} }));
  await client.auth.mfa.enroll({ factorType: 'totp' });
  await client.auth.mfa.challenge({ factorId: 'f' });
  await client.auth.mfa.unenroll({ factorId: 'f' });
  expect(requests.map(routeOf)).toEqual([
    'POST /factors',
    'POST /factors/f/challenge',
    'DELETE /factors/f',
  ]);
});

holds('7.auth.identities', async () => {
  const { client, requests } = await signedIn(() => json({}));
  await client.auth.unlinkIdentity({ identity_id: 'i' } as never);
  await client.auth.linkIdentity({ provider: 'github', options: { skipBrowserRedirect: true } });
  expect(requests.map(routeOf)).toEqual([
    'DELETE /user/identities/i',
    'GET /user/identities/authorize',
  ]);
});

holds('7.auth.admin', async () => {
  const { client, requests } = connectBackend(() => json({ users: [] }));
  await client.auth.admin.listUsers();
  await client.auth.admin.createUser(credentials);
  await client.auth.admin.deleteUser('11111111-1111-4111-8111-111111111111');
  expect(requests.map(routeOf)).toEqual([
    'GET /admin/users',
    'POST /admin/users',
    'DELETE /admin/users/11111111-1111-4111-8111-111111111111',
  ]);
});

holds('8.backend.product', async () => {
  const refusal = { code: '23505', message: 'duplicate key', details: null, hint: null };
  const { client } = connectBackend(() => json(refusal, 409));
  const { data, error, status } = await client.from('strategy_sessions').insert({}).select();
  expect([data, status]).toEqual([null, 409]);
  expect(error).toEqual(refusal);
});

holds('8.auth.session-missing', async () => {
  const { client } = connectBackend();
  const { error } = await client.auth.getUser();
  expect(error).toMatchObject({
    name: 'AuthSessionMissingError',
    message: 'Auth session missing!',
  });
});

holds('8.auth.user-missing', async () => {
  const { client } = connectBackend(() => json({}));
  const { error } = await client.auth.signInWithPassword(credentials);
  expect(error?.message).toBe('Auth session or user missing');
});

holds('8.auth.weak-password', async () => {
  const answers = [
    {
      code: 422,
      error_code: 'weak_password',
      msg: 'Too weak',
      weak_password: { reasons: ['pwned'] },
    },
    { msg: 'Too weak', weak_password: { reasons: ['pwned'] } },
  ];
  for (const answer of answers) {
    const { client } = connectBackend(() => json(answer, 422));
    const { error } = await client.auth.signUp(credentials);
    expect(error).toMatchObject({
      name: 'AuthWeakPasswordError',
      message: 'Too weak',
      reasons: ['pwned'],
    });
  }
});

holds('8.auth.invalid-jwt', async () => {
  const { client } = connectBackend();
  const { error } = await client.auth.getClaims('no-jwt');
  expect(error).toMatchObject({ name: 'AuthInvalidJwtError', code: 'invalid_jwt' });
  expect(error?.message).toMatch(/^Invalid JWT/);
});

differs(
  '8.auth.retryable',
  'also 500, 501 and 520 to 530, and an answer that never came',
  async () => {
    const retryable: number[] = [];
    for (let status = 400; status < 600; status += 1) {
      const { client } = connectBackend(() => json({ msg: 'no' }, status));
      const { error } = await client.auth.signInWithPassword(credentials);
      if (error?.name === 'AuthRetryableFetchError') retryable.push(status);
    }
    const cloudflare = Array.from({ length: 11 }, (_, index) => 520 + index);
    expect(retryable).toEqual([500, 501, 502, 503, 504, ...cloudflare]);
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    const { client } = connectBackend(() => Promise.reject(new TypeError('fetch failed')));
    const { error } = await client.auth.signInWithPassword(credentials);
    expect(error).toMatchObject({ name: 'AuthRetryableFetchError', status: 0 });
    expect(logged).toHaveBeenCalledWith(new TypeError('fetch failed'));
  },
);

holds('9.auth.flow', async () => {
  const address = async (flowType?: 'pkce') => {
    const { client } = connectBackend(undefined, {
      ...asTheProduct,
      ...(flowType && { flowType }),
    });
    const { data } = await client.auth.signInWithOAuth({
      provider: 'github',
      options: { skipBrowserRedirect: true },
    });
    return new URL(String(data.url)).searchParams.has('code_challenge');
  };
  expect([await address(), await address('pkce')]).toEqual([false, true]);
});
