/** @jest-environment node */
import { buildRequest, FORM_KEY } from '@/__tests__/support/contact-form';
import { CONTACT_FIELD_NAMES } from '@/lib/contact/fields';
import { errorsEn, fieldErrorsEn } from '@/lib/content/contact-en';
import { storeStrategySession } from '@/lib/server/contact/strategy-sessions';
import { countLostRequest, endOutage } from '@/lib/server/database/outages';
import {
  createAnswer,
  connectDatabase,
  createRefusal,
  neverAnswer,
} from '../database/database-answers';
import { collectLogLines } from '../log/log-lines';
import { installFakeClock, expectSettledAfter } from '../fake-clock';
import { provideSettings } from '../settings';

jest.mock('@/lib/server/database/outages');

const request = buildRequest({ message: 'Hi' });
const key = FORM_KEY;
/** The fields that a look-up reads, because it does not filter by them. */
const compared = CONTACT_FIELD_NAMES.filter((name) => !/^(email|service_type)$/.test(name));
const stored = { ok: true };
const unreachable = { ok: false, error: 'unavailable' };
const duplicateInsert = { ok: false, error: 'duplicate', message: errorsEn.duplicate_insert };
const refusals = {
  invalid: { ok: false, error: 'invalid' },
  invalid_email: {
    ok: false,
    error: 'invalid',
    message: errorsEn.email_refused,
    fields: { email: fieldErrorsEn.email_invalid },
  },
  duplicate_insert: duplicateInsert,
  unexpected: { ok: false, error: 'internal' },
  unreachable,
};
type Refusal = keyof typeof refusals;
const storeWithKey = () => storeStrategySession(request, { idempotencyKey: key });
const answerDuplicate = createRefusal('23505', 'strategy_sessions_email_recent', 409);
provideSettings();
const logged = collectLogLines();
async function store() {
  const sentQueries = connectDatabase();
  expect(await storeWithKey()).toEqual(stored);
  return sentQueries;
}

describe('an existing row', () => {
  const mine = { ...request, id: '1', idempotency_key: key };
  const connectWithRows = (...rows: object[]) =>
    connectDatabase(({ method }) => (method === 'GET' ? createAnswer(rows) : undefined));

  test('of this form counts as stored, whichever of two it is', async () => {
    const sentQueries = connectWithRows({ ...mine, idempotency_key: null }, mine);
    expect(await storeWithKey()).toEqual(stored);
    expect(sentQueries).toHaveLength(1);
  });

  test('of a form without a key of its own may have the key of another minute', async () => {
    const keyless = { idempotencyKey: '1c1f9a52-3c1e-4d7a-9a41-2f6f5f0c7a11', isKeyless: true };
    connectWithRows(mine);
    expect(await storeStrategySession(request, keyless)).toEqual(stored);
    connectWithRows({ ...mine, message: 'Goodbye' });
    expect(await storeStrategySession(request, keyless)).toEqual({ ok: false, error: 'duplicate' });
  });

  test.each<[string, object]>([
    ['another key', { ...mine, idempotency_key: null }],
    ['another text', { ...mine, message: 'Goodbye' }],
    ['no text', { ...mine, message: null }],
    ...compared.map((name): [string, object] => [`another ${name}`, { ...mine, [name]: 'other' }]),
  ])('with %s makes this one a duplicate', async (_what, row) => {
    const sentQueries = connectWithRows(row);
    expect(await storeWithKey()).toEqual({ ok: false, error: 'duplicate' });
    expect(sentQueries).toHaveLength(1);
  });
});

test('stores the request and warns when the look-up is refused', async () => {
  connectDatabase(({ method }) =>
    method === 'GET' ? createRefusal('42P01', 'eva', 404)() : undefined,
  );
  expect(await storeStrategySession(request)).toEqual(stored);
  const msg = 'duplicate check failed, submission continues';
  const line = { level: 'warn', code: '42P01', status: 404, msg };
  expect(logged).toEqual([expect.objectContaining(line)]);
});

describe('an insert that the database refuses', () => {
  const connectRefusing = (reply: () => Response) =>
    connectDatabase(({ method }) => (method === 'POST' ? reply() : undefined));

  test.each<[string, string, string, number, Refusal]>([
    ['a check violation', '23514', 'strategy_sessions_message_length', 400, 'invalid'],
    ['anything else', '22012', 'division by zero', 400, 'unexpected'],
    ['a fault of PostgREST', 'XX000', 'panic', 500, 'unexpected'],
    ['a fault below the gateways', 'XX000', 'panic', 501, 'unexpected'],
    ['too many requests', '', 'mail us', 429, 'unreachable'],
    ['no database behind PostgREST', 'PGRST000', 'email', 503, 'unreachable'],
    ['a gateway', '', 'email', 502, 'unreachable'],
    ['a web server behind its cache', '', 'email', 521, 'unreachable'],
  ])('%s (%s, %p, status %i) is %s', async (_what, code, message, status, reason) => {
    connectRefusing(createRefusal(code, message, status));
    expect(await storeStrategySession(request)).toEqual(refusals[reason]);
  });

  const formatCheck = (relation: string, constraint: string) =>
    `new row for relation "${relation}" violates check constraint "${constraint}"`;
  const formatUnique = (constraint: string) =>
    `duplicate key value violates unique constraint "${constraint}"`;
  const formatNull = (column: string, relation: string) =>
    `null value in column "${column}" of relation "${relation}" violates not-null constraint`;

  test.each<[string, string, number, Refusal]>([
    [
      '23514',
      formatCheck('strategy_sessions', 'strategy_sessions_email_pattern'),
      400,
      'invalid_email',
    ],
    ['23514', formatCheck('strategy_sessions', 'strategy_sessions_source_shape'), 400, 'invalid'],
    ['23514', 'neue Zeile verletzt »strategy_sessions_message_length«', 400, 'invalid'],
    ['23514', 'strategy_sessions_email_one_address', 400, 'invalid_email'],
    ['23505', formatUnique('strategy_sessions_idempotency_key_unique'), 409, 'duplicate_insert'],
    ['23505', 'strategy_sessions_email_recent', 409, 'duplicate_insert'],
  ])('%s about the row itself is up to the visitor: %s', async (code, message, status, reason) => {
    connectRefusing(createRefusal(code, message, status));
    expect(await storeStrategySession(request)).toEqual(refusals[reason]);
    expect(logged).toEqual([]);
  });

  const cloudflare = '<!DOCTYPE html><p>You can email the site owner to let them know.</p>';
  test.each([
    ['42883', 'function send_email_notification(uuid) does not exist', 404],
    ['42P01', 'relation "public.email_queue" does not exist', 404],
    ['P0001', 'Bad E-Mail', 400],
    ['23502', formatNull('email', 'strategy_sessions'), 400],
    ['23505', 'Key (email)=(eva@example.com) already exists', 409],
    ['23514', 'Bad E-Mail', 400],
    ['23503', 'insert on table "strategy_sessions" violates foreign key "email_fkey"', 409],
    ['23505', formatUnique('email_log_email_key'), 409],
    ['23505', formatUnique('strategy_sessions_audit_pkey'), 409],
    ['23514', formatCheck('email_log', 'email_log_email_check'), 400],
    ['23514', formatCheck('strategy_sessions', 'no_free_email'), 400],
    ['23514', 'value for domain email violates check constraint "email_check"', 400],
    ['PGRST204', "Could not find the 'email' column of 'strategy_sessions'", 400],
    ['PGRST301', 'JWT expired, email us', 401],
    ['25006', 'cannot execute INSERT in a read-only transaction: email', 405],
    ['53100', 'could not extend file: No space left on device: email', 503],
    ['SUP', 'violates check constraint "strategy_sessions_email_pattern"', 500],
    ['', 'Invalid API key. Email support.', 401],
    ['', 'exceed_egress_quota: email the owner', 402],
  ])('%s is our fault: %s', async (code, message, status) => {
    connectRefusing(createRefusal(code, message, status));
    expect(await storeStrategySession(request)).toEqual(refusals.unexpected);
    const line = { level: 'error', msg: 'strategy session not stored' };
    expect(logged).toEqual([expect.objectContaining(line)]);
  });

  const html = { 'content-type': 'text/html' };
  test.each<[what: string, body: string, status: number]>([
    ["Cloudflare's page", cloudflare, 403],
    ['a page with status 200', cloudflare, 200],
    ['an empty 404', '', 404],
    ['an empty 403', '', 403],
    ['null with 200', 'null', 200],
    ['an empty 200', '', 200],
    ['a text', '"email"', 400],
    ['a list', '[{"message":"email"}]', 400],
    ['a number as the code', '{"code":23505,"message":"email"}', 409],
    ['a number as the code', '{"code":23514,"message":"email"}', 400],
    ['no code', '{"message":"email"}', 400],
    ['a message that is no text', '{"code":"23502","message":{"email":1}}', 400],
  ])('%s (%p, %i) is not an answer about the row', async (_what, body, status) => {
    connectRefusing(() => new Response(body, { status, headers: html }));
    expect(await storeStrategySession(request)).toEqual(refusals.unexpected);
    expect(logged).toEqual([expect.objectContaining({ level: 'error' })]);
  });

  test.each([500, 540, 599])(
    'the gateway’s status %i asks the form to try again',
    async (status) => {
      connectRefusing(() => new Response('email', { status, headers: html }));
      expect(await storeStrategySession(request)).toEqual(unreachable);
    },
  );

  test.each([
    ['internal', '22012', 400],
    ['unavailable', '57014', 502],
  ])('logs %s as an error, without what was typed', async (reason, code, status) => {
    connectRefusing(createRefusal(code, 'eva@fault.example', status));
    await storeStrategySession({ ...request, email: 'jan@example.com' });
    const own = logged.filter(({ msg }) => !msg.startsWith('database call'));
    expect(own).toHaveLength(1);
    const msg = 'strategy session not stored';
    expect(own[0]).toMatchObject({ level: 'error', reason, code, status, msg });
    expect(JSON.stringify(logged)).not.toMatch(/eva|jan/);
  });
});

describe('an outage', () => {
  const answerInsert = (reply: () => Response) =>
    connectDatabase(({ method }) => (method === 'POST' ? reply() : undefined));
  beforeEach(() => {
    jest.mocked(countLostRequest).mockReset();
    jest.mocked(endOutage).mockReset();
  });

  test.each([
    ['an answer', createRefusal('25006', 'x', 405), { status: 405, code: '25006' }],
    ['a gateway', () => new Response('', { status: 540 }), { status: 540 }],
    ['PostgREST', createRefusal('PGRST000', 'x', 503), { status: 503, code: 'PGRST000' }],
    ['a page', () => new Response('<p>Hello', { status: 403 }), { status: 403 }],
  ])('may have begun with a request that %s has lost', async (_what, reply, failure) => {
    answerInsert(reply);
    await storeWithKey();
    expect(jest.mocked(countLostRequest).mock.calls).toEqual([[failure]]);
    expect(endOutage).not.toHaveBeenCalled();
  });

  test('ends with a stored request, and begins with no fault of the visitor', async () => {
    answerInsert(createRefusal('23514', 'strategy_sessions_message_length', 400));
    await storeWithKey();
    answerInsert(answerDuplicate);
    await storeWithKey();
    expect(endOutage).not.toHaveBeenCalled();
    await store();
    expect(endOutage).toHaveBeenCalledTimes(1);
    expect(countLostRequest).not.toHaveBeenCalled();
  });
});

describe('after a unique violation', () => {
  const connectAfterViolation = (reply: () => Response) =>
    connectDatabase(({ method }, nth) =>
      method === 'POST' ? answerDuplicate() : nth > 1 ? reply() : undefined,
    );

  test.each([
    ['no row', []],
    ['a row with another text', [{ ...request, idempotency_key: key, message: 'Goodbye' }]],
  ])('refuses a duplicate when it finds %s', async (_what, rows) => {
    connectAfterViolation(() => createAnswer(rows));
    expect(await storeWithKey()).toEqual(duplicateInsert);
  });

  test.each([
    ['failing', createRefusal('XX000', 'x', 500)],
    ['meaningless', () => createAnswer(null)],
  ])('a %s look-up asks a form with a key to retry, and refuses one without', async (_, reply) => {
    connectAfterViolation(reply);
    expect(await storeWithKey()).toEqual(unreachable);
    connectAfterViolation(reply);
    expect(await storeStrategySession(request)).toEqual(duplicateInsert);
  });

  test('the failure of the look-up is logged and counted', async () => {
    jest.mocked(countLostRequest).mockReset();
    connectAfterViolation(createRefusal('XX000', 'x', 500));
    await storeWithKey();
    const failure = { status: 500, code: 'XX000' };
    expect(logged).toEqual([expect.objectContaining({ reason: 'unavailable', ...failure })]);
    expect(jest.mocked(countLostRequest).mock.calls).toEqual([[failure]]);
  });
});

describe('a database that never answers', () => {
  beforeEach(installFakeClock);

  test('times out the look-up after four seconds, and the request is stored', async () => {
    const sentQueries = connectDatabase((call) =>
      call.method === 'GET' ? neverAnswer(call) : undefined,
    );
    const storing = storeStrategySession(request);
    await jest.advanceTimersByTimeAsync(3999);
    expect(sentQueries.map(({ method }) => method)).toEqual(['GET']);
    await jest.advanceTimersByTimeAsync(1);
    expect(await storing).toEqual(stored);
    expect(sentQueries.map(({ method }) => method)).toEqual(['GET', 'POST']);
  });

  test('is given up after eight seconds in total', async () => {
    connectDatabase(neverAnswer);
    expect(await expectSettledAfter(8000, storeStrategySession(request))).toEqual(unreachable);
  });

  test('gives up on the look-up of this form after the same eight seconds', async () => {
    const sentQueries = connectDatabase((call, nth) => {
      if (call.method === 'POST') return answerDuplicate();
      return nth > 1 ? neverAnswer(call) : undefined;
    });
    expect(await expectSettledAfter(8000, storeWithKey())).toEqual(unreachable);
    expect(sentQueries.length).toBeGreaterThan(2);
  });
});
