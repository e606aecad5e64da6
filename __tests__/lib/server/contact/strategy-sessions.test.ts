import { buildRequest, FORM_KEY } from '@/__tests__/support/contact-form';
import { errorsEn, fieldErrorsEn } from '@/lib/content/contact-en';
import { storeStrategySession } from '@/lib/server/contact/strategy-sessions';
import { connectDatabase, createRefusal, neverAnswer } from '../database/database-answers';
import { collectLogLines } from '../log/log-lines';
import { installFakeClock, expectSettledAfter } from '../fake-clock';
import { changeSettings, provideSettings } from '../settings';

provideSettings();
const logged = collectLogLines();
const request = buildRequest({ message: 'Hi' });
const INSERT = { method: 'POST', table: 'strategy_sessions' };
const connectRefusing = (reply: () => Response | undefined) =>
  connectDatabase(({ method, table }) =>
    method === INSERT.method && table === INSERT.table ? reply() : undefined,
  );

const invalid = { error: 'invalid' };
const invalidEmail = {
  error: 'invalid',
  message: errorsEn.email_refused,
  fields: { email: fieldErrorsEn.email_invalid },
};
const duplicate = { error: 'duplicate', message: errorsEn.duplicate_insert };
const internal = { error: 'internal' };
const unavailable = { error: 'unavailable' };
const own = (constraint: string) =>
  `new row for relation "strategy_sessions" violates check constraint "${constraint}"`;

test.each<[code: string, message: string, status: number, refusal: object]>([
  ['23514', own('strategy_sessions_email_pattern'), 400, invalidEmail],
  ['23514', 'strategy_sessions_email_one_address', 400, invalidEmail],
  ['23514', 'neue Zeile verletzt »strategy_sessions_message_length«', 400, invalid],
  ['23514', own('strategy_sessions_source_shape'), 400, invalid],
  ['23505', 'unique constraint "strategy_sessions_idempotency_key_unique"', 409, duplicate],
  ['23514', own('no_free_email'), 400, internal],
  ['23514', 'value for domain email violates check constraint "email_check"', 400, internal],
  ['23505', 'unique constraint "strategy_sessions_audit_pkey"', 409, internal],
  ['SUP', 'violates check constraint "strategy_sessions_email_pattern"', 500, internal],
  ['25006', 'cannot execute INSERT in a read-only transaction: email', 405, internal],
  ['53100', 'could not extend file: No space left on device: email', 503, internal],
  ['', 'Invalid API key. Email support.', 401, internal],
  ['', 'mail us', 429, unavailable],
  ['PGRST000', 'email', 503, unavailable],
  ['', 'email', 502, unavailable],
])('%s %p (%i) is %j', async (code, message, status, refusal) => {
  connectRefusing(createRefusal(code, message, status));
  expect(await storeStrategySession(request)).toEqual({ ok: false, ...refusal });
  const isOurFault = refusal === internal || refusal === unavailable;
  const lines = logged.filter(({ msg }) => msg === 'strategy session not stored');
  const line = { level: 'error', reason: Object.values(refusal)[0] };
  expect(lines).toMatchObject(isOurFault ? [line] : []);
  expect(JSON.stringify(logged)).not.toMatch(/email|support/i);
});

test.each([
  ['a page with status 200', '<!DOCTYPE html><p>You can email the site owner.</p>', 200],
  ['null', 'null', 200],
  ['nothing', '', 200],
  // The client library takes these for a success.
  ['nothing', '', 404],
  ['null', 'null', 403],
  ['a number as the code', '{"code":23505,"message":"strategy_sessions_email_recent"}', 409],
  ['a message that is no text', '{"code":"23514","message":{"email":1}}', 400],
])('%s instead of the row is our fault', async (_what, body, status) => {
  connectRefusing(() => new Response(body, { status }));
  expect(await storeStrategySession(request)).toEqual({ ok: false, ...internal });
});

// `outages.test.ts` has which ones alert.
test('lost requests are counted until one is stored', async () => {
  changeSettings({ ALERT_WEBHOOK_URL: 'https://hooks.example/secret' });
  const lose = createRefusal('25006', 'x', 405);
  const alerts: number[] = [];
  for (const reply of [lose, lose, () => undefined, lose, lose, lose]) {
    const sent = connectRefusing(reply);
    await storeStrategySession(request);
    alerts.push(sent.filter(({ table }) => table === '/secret').length);
  }
  expect(alerts).toEqual([0, 0, 0, 0, 0, 1]);
});

const refuseDuplicate = createRefusal('23505', 'strategy_sessions_email_recent', 409);

describe('a database that never answers', () => {
  beforeEach(installFakeClock);

  test('times out the look-up after four seconds, and the request is stored', async () => {
    const sent = connectDatabase((query) =>
      query.method === 'GET' ? neverAnswer(query) : undefined,
    );
    expect(await expectSettledAfter(4000, storeStrategySession(request))).toEqual({ ok: true });
    expect(sent.map(({ method }) => method)).toEqual(['GET', 'POST']);
  });

  test('is given up after eight seconds, also by the look-up of this form', async () => {
    connectDatabase((query, nth) => {
      if (query.method === 'POST') return refuseDuplicate();
      return nth > 1 ? neverAnswer(query) : undefined;
    });
    const storing = storeStrategySession(request, { idempotencyKey: FORM_KEY });
    expect(await expectSettledAfter(8000, storing)).toEqual({ ok: false, ...unavailable });
  });
});
