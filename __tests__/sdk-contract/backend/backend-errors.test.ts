/** @jest-environment node */
import type { AssumptionId } from '../assumptions';
import { connectBackend, credentials, type ClientAction } from './backend-client';
import { testDiffers, testHolds, createJson, type Answer } from '../contract';

const weak = { msg: 'Too weak', weak_password: { reasons: ['pwned'] } };
const weakError = { name: 'AuthWeakPasswordError', message: 'Too weak', reasons: ['pwned'] };
const signUp: ClientAction = ({ auth }) => auth.signUp(credentials);
const signIn: ClientAction = ({ auth }) => auth.signInWithPassword(credentials);
const invoke: ClientAction = ({ functions }) => functions.invoke('any');

/** The error of the same call for each answer of the network. */
const errors: Partial<Record<AssumptionId, [ClientAction, Answer[], error: object]>> = {
  '8.functions.fetch': [
    invoke,
    [() => Promise.reject(new TypeError('fetch failed'))],
    { name: 'FunctionsFetchError', message: 'Failed to send a request to the Edge Function' },
  ],
  '8.functions.relay': [
    invoke,
    [() => createJson({}, 200, { 'x-relay-error': 'true' })],
    { name: 'FunctionsRelayError', message: 'Relay Error invoking the Edge Function' },
  ],
  '8.functions.status': [
    invoke,
    [400, 404, 500].map((status) => () => createJson({}, status)),
    { name: 'FunctionsHttpError', message: 'Edge Function returned a non-2xx status code' },
  ],
  '8.auth.session-missing': [
    ({ auth }) => auth.getUser(),
    [() => createJson({})],
    { name: 'AuthSessionMissingError', message: 'Auth session missing!' },
  ],
  '8.auth.user-missing': [
    signIn,
    [() => createJson({})],
    { message: 'Auth session or user missing' },
  ],
  '8.auth.weak-password': [
    signUp,
    [
      () => createJson({ code: 422, error_code: 'weak_password', ...weak }, 422),
      () => createJson(weak, 422),
    ],
    weakError,
  ],
  '8.auth.invalid-jwt': [
    ({ auth }) => auth.getClaims('no-jwt'),
    [() => createJson({})],
    {
      name: 'AuthInvalidJwtError',
      code: 'invalid_jwt',
      message: expect.stringMatching(/^Invalid JWT/),
    },
  ],
};

async function collectErrors(act: ClientAction, answers: Answer[]): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const answer of answers) {
    found.push(((await act(connectBackend(answer).client)) as { error: unknown }).error);
  }
  return found;
}

for (const [id, [act, answers, error]] of Object.entries(errors)) {
  testHolds(id as AssumptionId, () => collectErrors(act, answers)).gives(
    answers.map(() => expect.objectContaining(error)),
  );
}

const refusal = { code: '23505', message: 'duplicate key', details: null, hint: null };
testHolds('8.backend.product', async () => {
  const { client } = connectBackend(() => createJson(refusal, 409));
  const { data, error, status } = await client.from('strategy_sessions').insert({}).select();
  return [data, error, status];
}).gives([null, refusal, 409]);

const statuses = Array.from({ length: 200 }, (_, index) => 400 + index);
const cloudflare = statuses.filter((status) => status >= 520 && status <= 530);
const lost = new TypeError('fetch failed');

testDiffers(
  '8.auth.retryable',
  'also 500, 501 and 520 to 530, and an answer that never came',
  async () => {
    const answers = statuses.map((status) => () => createJson({ msg: 'no' }, status));
    const found = (await collectErrors(signIn, answers)) as Error[];
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    const unanswered = await collectErrors(signIn, [() => Promise.reject(lost)]);
    const retryable = statuses.filter((_, i) => found[i]?.name === 'AuthRetryableFetchError');
    return [retryable, unanswered, logged.mock.calls];
  },
).gives([
  [500, 501, 502, 503, 504, ...cloudflare],
  [expect.objectContaining({ name: 'AuthRetryableFetchError', status: 0 })],
  expect.arrayContaining([[lost]]),
]);
