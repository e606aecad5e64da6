/** @jest-environment node */
import { asTheProduct, connectBackend, routeOf, session, signedIn, user } from './backend-client';
import { differs, holds } from './contract';
import { json, sentJson } from './recorded-fetch';

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
