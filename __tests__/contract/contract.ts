import { randomUUID } from 'node:crypto';
import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { POST } from '@/app/api/contact/route';
import { POST as postVisit } from '@/app/api/visit/route';
import { type ContactRequest, parseContactRequest, SERVICE_TYPES } from '@/lib/contact/schema';
import { addDecisionMaker, listDecisionMakers, recordVisit } from '@/lib/server/decision-makers';
import * as limits from '@/lib/server/rate-limit';
import { eraseStrategySessions, storeStrategySession } from '@/lib/server/strategy-sessions';
import { connect } from '@/lib/server/supabase';
import { freePort, type TestDatabase } from './databases';

// The limits have tests of their own below; these would run into them.
jest.mock('@/lib/server/rate-limit', () => ({
  ...jest.requireActual('@/lib/server/rate-limit'),
  guard: jest.fn(async () => 0),
  guardShared: jest.fn(async () => 0),
  admitVisit: jest.fn(async () => 0),
}));

const SITE = 'https://callwright.example';
const INVALID = 'Please check your input and try again.';
const UNEXPECTED = 'An unexpected error occurred. Please try again.';
const NETWORK = 'A network error occurred. Please check your connection and try again.';

/** Where Supabase Lite answers otherwise than a hosted project; everything else is the same test. */
export const LITE_DIFFERENCES = {
  /** A violated CHECK is 500 with a code of its own; hosted Supabase answers 400 with 23514. */
  checkViolation: {
    code: 'SUP',
    status: 500,
    reason: 'unexpected',
    http: 500,
    message: UNEXPECTED,
  },
  /** REVOKE on tables is undone: row level security alone keeps the public key out (reads see no rows). */
  publicReads: { status: 200, code: undefined },
};
export const HOSTED = {
  checkViolation: { code: '23514', status: 400, reason: 'invalid', http: 422, message: INVALID },
  publicReads: { status: 401, code: '42501' },
};

type Expected = { [Key in keyof typeof HOSTED]: (typeof HOSTED | typeof LITE_DIFFERENCES)[Key] };

/** The tests of the contract between this application and its database, whatever runs it. */
export function describeContract(
  start: () => Promise<TestDatabase>,
  expected: Expected,
  more: (database: () => TestDatabase) => void = () => undefined,
) {
  let database: TestDatabase;
  let link: Server;
  /** The method whose calls get no answer. */
  let dropped = '';
  let answersLost = 0;
  let calls: string[] = [];
  const logged: string[] = [];

  beforeAll(async () => {
    database = await start();
    // The application's line to the database: it counts calls, and can drop some.
    link = createServer((incoming, outgoing) => {
      calls.push(incoming.method ?? '');
      if (incoming.method === dropped) return void incoming.socket.destroy();
      const options = { method: incoming.method, headers: incoming.headers };
      const onward = forward(database.url + incoming.url, options, (answer) => {
        if (incoming.method === 'POST' && answersLost-- > 0) return void incoming.socket.destroy();
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      incoming.pipe(onward);
    });
    await new Promise<void>((done) => link.listen(0, '127.0.0.1', done));
    process.env['SUPABASE_URL'] = `http://127.0.0.1:${(link.address() as AddressInfo).port}`;
    process.env['SUPABASE_SECRET_KEY'] = database.secretKey;
    process.env['SITE_URL'] = SITE;
  }, 60_000);

  afterAll(async () => {
    link.closeAllConnections();
    link.close();
    await database.stop();
  }, 30_000);

  beforeEach(async () => {
    dropped = '';
    answersLost = 0;
    jest.mocked(limits.guardShared).mockResolvedValue(0);
    logged.length = 0;
    jest.spyOn(console, 'log').mockImplementation((line: string) => void logged.push(line));
    await table().delete().neq('email', '');
    calls = [];
  });

  const table = (key = database.secretKey) => connect(database.url, key).from('strategy_sessions');
  const count = async () => (await table().select('id')).data?.length;
  const wish = (email: string, message: string | null = null): ContactRequest => ({
    service_type: 'crm-integrations',
    email,
    message,
  });

  /** Sends what the form sends and gives back what the form receives. */
  async function submit(email: string, message = '', facts: object = {}) {
    const response = await POST(
      new Request('http://localhost:3000/api/contact', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: SITE },
        body: JSON.stringify({ service_type: 'crm-integrations', email, message, ...facts }),
      }),
    );
    return { status: response.status, body: (await response.json()) as unknown };
  }

  test('a request becomes one row that can be read back', async () => {
    const answer = await submit(' Eva@Example.COM ', ' First\r\nsecond <b> ');
    expect(answer).toEqual({ status: 201, body: { ok: true, service_type: 'crm-integrations' } });
    const { data } = await table().select();
    expect(data).toEqual([
      {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        service_type: 'crm-integrations',
        email: 'eva@example.com',
        message: 'First\nsecond b',
        created_at: expect.any(String),
        handled_at: null,
        suspected_spam: false,
        idempotency_key: expect.stringMatching(/^[\da-f-]{36}$/),
      },
    ]);
    expect(Math.abs(Date.parse(data?.[0]?.created_at ?? '') - Date.now())).toBeLessThan(60_000);
    expect(calls).toEqual(['GET', 'POST']);
  });

  test('an empty message is stored as null', async () => {
    await submit('eva@example.com', ' \n ');
    expect((await table().select('message')).data).toEqual([{ message: null }]);
  });

  test.each<[rule: string, row: Partial<Record<string, string | null>>]>([
    ['an unknown service', { service_type: 'unknown' }],
    ['an upper-case address', { email: 'Eva@example.com' }],
    ['an address without a host', { email: 'eva@' }],
    ['an address with a space', { email: 'eva m@example.com' }],
    ['an address with a no-break space', { email: 'eva\u00a0m@example.com' }],
    ['an address with a wide space', { email: 'eva@exam\u3000ple.com' }],
    ['an address with a control character', { email: 'eva\u0007@example.com' }],
    ['an address with angle brackets', { email: 'a<b>@example.com' }],
    ['an address with two at-signs', { email: 'a@b@example.com' }],
    ['an address of 255 characters', { email: `${'a'.repeat(243)}@example.com` }],
    ['an empty address', { email: '' }],
    ['an empty message', { message: '' }],
    ['a message of blanks', { message: ' ' }],
    ['an untrimmed message', { message: 'hello\n' }],
    ['a message that begins with a no-break space', { message: '\u00a0hello' }],
    ['a message with a carriage return', { message: 'a\r\nb' }],
    ['a message with a control character', { message: 'a\u0085b' }],
    ['a message with angle brackets', { message: 'a > b' }],
    ['a message of 1001 characters', { message: 'x'.repeat(1001) }],
  ])('the table refuses %s', async (_rule, change) => {
    const row = { ...wish('eva@example.com', 'hello'), ...change };
    const { error, status } = await table().insert(row as ContactRequest);
    expect({ code: error?.code, status }).toEqual({
      code: expected.checkViolation.code,
      status: expected.checkViolation.status,
    });
    expect(await count()).toBe(0);
  });

  test('the longest address and message fit', async () => {
    const email = `${'a'.repeat(242)}@example.com`;
    expect(email).toHaveLength(254);
    expect(await storeStrategySession(wish(email, 'x'.repeat(1000)))).toMatchObject({ ok: true });
  });

  test('the same request within five minutes is found by the check and not inserted', async () => {
    await submit('eva@example.com');
    calls = [];
    expect(await submit('eva@example.com')).toEqual({
      status: 409,
      body: {
        ok: false,
        error: 'duplicate',
        message:
          'You have already submitted a request for this service recently. Please wait a few minutes before submitting again.',
      },
    });
    expect(calls).toEqual(['GET']);
    expect(await count()).toBe(1);
  });

  test('after five minutes, or for another service or address, it is a new request', async () => {
    const old = new Date(Date.now() - 5 * 60_000 - 5000).toISOString();
    await table().insert({ ...wish('eva@example.com'), created_at: old });
    expect(await storeStrategySession(wish('eva@example.com'))).toMatchObject({ ok: true });
    const other = { ...wish('eva@example.com'), service_type: 'other' } as const;
    expect(await storeStrategySession(other)).toEqual({ ok: true, service_type: 'other' });
    expect(await storeStrategySession(wish('jan@example.com'))).toMatchObject({ ok: true });
    expect(await count()).toBe(4);
  });

  test('a failing duplicate check is only logged and the request is stored', async () => {
    dropped = 'GET';
    expect((await submit('eva@example.com')).status).toBe(201);
    expect(await count()).toBe(1);
    expect(logged.join()).toContain('duplicate check failed, submission continues');
    expect(logged.join()).not.toContain('eva');
  });

  test('the database itself refuses a duplicate that the check did not see (23505)', async () => {
    await submit('eva@example.com');
    dropped = 'GET';
    expect(await submit('eva@example.com')).toEqual({
      status: 409,
      body: {
        ok: false,
        error: 'duplicate',
        message:
          'You have already submitted a request recently. Please wait before submitting again.',
      },
    });
    expect(await count()).toBe(1);
  });

  test('an insert whose answer gets lost is tried again and stored once', async () => {
    answersLost = 1;
    expect((await submit('eva@example.com')).status).toBe(201);
    expect(calls).toEqual(['GET', 'POST', 'POST', 'GET']);
    expect(await count()).toBe(1);
  });

  test('the same form sent again gets the same answer and no second row, whatever the limits say', async () => {
    const facts = { idempotency_key: randomUUID() };
    const first = await submit('eva@example.com', 'Hello', facts);
    expect(first.status).toBe(201);
    jest.mocked(limits.guardShared).mockResolvedValue(60);
    expect(await submit('eva@example.com', ' Hello ', facts)).toEqual(first);
    expect(await count()).toBe(1);
    expect((await submit('jan@example.com')).status).toBe(429);
  });

  test('also after the five minutes, and while the look-up fails', async () => {
    const facts = { idempotency_key: randomUUID() };
    await submit('eva@example.com', '', facts);
    const old = new Date(Date.now() - 6 * 60_000).toISOString();
    await table().update({ created_at: old }).eq('email', 'eva@example.com');
    expect((await submit('eva@example.com', '', facts)).status).toBe(201);
    dropped = 'GET';
    // Nothing can be said about the key: better "try again" than a false "you already did".
    expect((await submit('eva@example.com', '', facts)).status).toBe(503);
    expect(await count()).toBe(1);
  }, 20_000);

  test('a key with another text is another request', async () => {
    const facts = { idempotency_key: randomUUID() };
    await submit('eva@example.com', 'Hello', facts);
    expect((await submit('eva@example.com', 'Goodbye', facts)).status).toBe(409);
    expect((await submit('jan@example.com', 'Hello', facts)).status).toBe(409);
    expect((await table().select('email, message')).data).toEqual([
      { email: 'eva@example.com', message: 'Hello' },
    ]);
  });

  test('16 simultaneous tries of one form all succeed with one row', async () => {
    const facts = { idempotency_key: randomUUID() };
    const tries = Array.from({ length: 16 }, () => submit('race@fault.example', 'Hi', facts));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses).toEqual(Array.from({ length: 16 }, () => 201));
    expect(await count()).toBe(1);
  }, 20_000);

  test('a suspected program is stored and marked', async () => {
    expect((await submit('eva@example.com', '', { quill_north: 'x' })).status).toBe(201);
    expect((await table().select('email, suspected_spam')).data).toEqual([
      { email: 'eva@example.com', suspected_spam: true },
    ]);
  });

  describe('the shared limits', () => {
    const { guardShared } = jest.requireActual<typeof limits>('@/lib/server/rate-limit');
    const counters = () => connect(database.url, database.secretKey).from('rate_limits');
    const take = (who: string, submission: string | null = null) =>
      guardShared([{ rule: 'contact per address', who }], submission, AbortSignal.timeout(8000));

    beforeEach(async () => void (await counters().delete().neq('key', '')));

    test('of 40 simultaneous requests of an address exactly 20 pass', async () => {
      const waits = await Promise.all(Array.from({ length: 40 }, () => take('192.0.2.1')));
      expect(waits.filter((seconds) => seconds === 0)).toHaveLength(20);
      for (const seconds of waits.filter(Boolean)) {
        expect(seconds).toBeGreaterThan(590);
        expect(seconds).toBeLessThanOrEqual(600);
      }
      expect(await take('192.0.2.2')).toBe(0);
    }, 20_000);

    test('a form is counted once for five tries, then like any other request', async () => {
      for (let tries = 0; tries < 5; tries += 1) expect(await take('192.0.2.1', 'form')).toBe(0);
      const hits = async () => (await counters().select('hits').order('hits')).data;
      expect(await hits()).toEqual([{ hits: 1 }, { hits: 5 }]);
      await take('192.0.2.1', 'form');
      expect(await hits()).toEqual([{ hits: 1 }, { hits: 2 }]);
    });

    test('counting starts anew when the time is over, and old rows are deleted', async () => {
      for (let n = 0; n < 21; n += 1) await take('192.0.2.1');
      expect(await take('192.0.2.1')).toBeGreaterThan(0);
      await counters()
        .update({ expires_at: new Date(0).toISOString() })
        .gt('hits', 0);
      expect(await take('192.0.2.1')).toBe(0);
      expect((await counters().select('hits')).data).toEqual([{ hits: 1 }]);
      await counters()
        .update({ expires_at: new Date(0).toISOString() })
        .gt('hits', 0);
      await take('192.0.2.2');
      expect((await counters().select('hits')).data).toEqual([{ hits: 1 }]);
    });

    test('a counter opened by a later request makes nobody wait longer than the limit says', async () => {
      for (let n = 0; n < 20; n += 1) await take('192.0.2.1');
      // As a request finds it whose transaction began 0.9 s before the one that opened the counter.
      await counters()
        .update({ expires_at: new Date(Date.now() + 600_900).toISOString() })
        .gt('hits', 0);
      expect(await take('192.0.2.1')).toBe(600);
    });

    test('the rows say nothing about whom they count', async () => {
      await take('192.0.2.1', 'form');
      for (const { key } of (await counters().select('key')).data ?? []) {
        expect(key).toMatch(/^[\w-]{27}$/);
        expect(key).not.toContain('192');
      }
    });

    test('the public key neither counts nor sees the counters', async () => {
      await take('192.0.2.1');
      const open = connect(database.url, database.publicKey);
      const takes = [{ key: 'x', points: 1, seconds: 1, retry: null }];
      expect((await open.rpc('take_rate_limits', { takes })).error?.code).toBe('42501');
      expect((await open.from('rate_limits').select()).data ?? []).toEqual([]);
    });
  });

  test('old requests are deleted by the month, and a slip deletes nothing', async () => {
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    await table().insert([
      { ...wish('old@example.com'), created_at: ago(367) },
      { ...wish('new@example.com'), created_at: ago(364) },
    ]);
    const open = connect(database.url, database.publicKey);
    await open.rpc('delete_old_requests', { months: 1 });
    const call = connect(database.url, database.secretKey);
    for (const months of [0, -1]) {
      expect((await call.rpc('delete_old_requests', { months })).error).not.toBeNull();
    }
    expect(await count()).toBe(2);
    expect((await call.rpc('delete_old_requests', {})).data).toBe(1);
    expect((await table().select('email')).data).toEqual([{ email: 'new@example.com' }]);
  });

  test('64 simultaneous equal inserts leave exactly one row', async () => {
    const inserts = Array.from({ length: 64 }, () => table().insert(wish('race@fault.example')));
    const codes = (await Promise.all(inserts)).map(({ error }) => error?.code ?? 'stored');
    expect(codes.filter((code) => code === 'stored')).toHaveLength(1);
    expect(codes.filter((code) => code === '23505')).toHaveLength(63);
    expect(await count()).toBe(1);
  }, 20_000);

  test('64 simultaneous equal submissions are stored once, the rest are duplicates', async () => {
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => submit('race@fault.example')),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 63 }, () => 409)]);
    expect(await count()).toBe(1);
  }, 20_000);

  test('a violated rule of the table (23514) says to check the input', async () => {
    const { http: status, message, reason } = expected.checkViolation;
    expect(await submit('check@fault.example')).toMatchObject({ status, body: { message } });
    expect(await storeStrategySession(wish('check@fault.example'))).toEqual({ ok: false, reason });
  });

  test('an error that mentions the email asks for a valid address', async () => {
    expect(await submit('not-null@fault.example')).toEqual({
      status: 422,
      body: {
        ok: false,
        error: 'invalid',
        message: 'Please enter a valid email address.',
        fields: { email: 'Please enter a valid email address' },
      },
    });
  });

  test('any other error is unexpected, and its text stays inside', async () => {
    expect(await submit('other@fault.example')).toEqual({
      status: 500,
      body: { ok: false, error: 'internal', message: UNEXPECTED },
    });
    expect(logged.join()).toContain('strategy session not stored');
    expect(logged.join()).not.toContain('fault.example');
  });

  test('the public key reads nothing and changes nothing', async () => {
    await submit('eva@example.com');
    const open = () => table(database.publicKey);
    const read = await open().select().retry(false);
    expect({ status: read.status, code: read.error?.code }).toEqual(expected.publicReads);
    expect(read.data ?? []).toEqual([]);
    expect((await open().insert(wish('jan@example.com'))).error?.code).toBe('42501');
    await open().update({ email: 'x@example.com' }).eq('email', 'eva@example.com');
    await open().delete().eq('email', 'eva@example.com');
    const people = await connect(database.url, database.publicKey).from('decisionMakers').select();
    expect(people.data ?? []).toEqual([]);
    expect((await table().select('email')).data).toEqual([{ email: 'eva@example.com' }]);
  });

  test('a decision maker needs an assistant id, and is listed once', async () => {
    const people = connect(database.url, database.secretKey).from('decisionMakers');
    const person = { vapi_assistant_id: 'demo_1', contact_name: 'Jan', company_name: null };
    expect((await people.insert(person)).error).toBeNull();
    expect((await people.insert(person)).error?.code).toBe('23505');
    const wrong = await people.insert({ vapi_assistant_id: 'a b' });
    expect(wrong.error?.code).toBe(expected.checkViolation.code);
  });

  describe('prospects', () => {
    const people = () => connect(database.url, database.secretKey).from('decisionMakers');
    const jan = { name: 'Jan Novák', company: 'Novák s.r.o.', assistant: 'demo-cs' };
    const nobody = { name: null, company: null, assistant: 'demo-cs' };

    beforeEach(async () => {
      await people().delete().neq('vapi_assistant_id', '');
    });

    /** Sends what the personal page sends and gives back what it receives. */
    async function visit(id: unknown) {
      const response = await postVisit(
        new Request('http://localhost:3000/api/visit', {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: SITE },
          body: JSON.stringify({ vapi_assistant_id: id }),
        }),
      );
      return { status: response.status, body: (await response.json()) as unknown };
    }

    const visitedAt = async (assistant: string) => {
      const { data } = await people().select('visited_at').eq('vapi_assistant_id', assistant);
      return data?.map((row) => row.visited_at && Date.parse(row.visited_at)) ?? [];
    };

    test('a visit sets the time of its assistant’s rows, and of no other', async () => {
      await addDecisionMaker(jan);
      await addDecisionMaker({ ...jan, name: 'Eva' });
      await addDecisionMaker({ ...jan, assistant: 'another' });
      calls = [];
      const before = Date.now();
      expect(await visit('demo-cs')).toEqual({ status: 200, body: { ok: true, tracked: true } });
      expect(calls).toEqual(['GET', 'PATCH']);
      for (const time of await visitedAt('demo-cs')) {
        expect(time).toBeGreaterThanOrEqual(before);
        expect(time).toBeLessThanOrEqual(Date.now());
      }
      expect(await visitedAt('another')).toEqual([null]);
    });

    test('a second visit moves the time on', async () => {
      await addDecisionMaker(jan);
      await recordVisit('demo-cs');
      const [first] = await visitedAt('demo-cs');
      await recordVisit('demo-cs');
      const [second] = await visitedAt('demo-cs');
      expect(second).toBeGreaterThan(Number(first));
    });

    test('a visit of an unknown assistant is no error, adds nothing and is a warning', async () => {
      expect(await visit('nobody_1')).toEqual({ status: 200, body: { ok: true, tracked: false } });
      expect(calls).toEqual(['GET']);
      expect((await people().select('id')).data).toEqual([]);
      expect(logged.map((line) => JSON.parse(line) as object)).toEqual([
        expect.objectContaining({ level: 'warn', msg: expect.stringContaining('no prospect') }),
        expect.objectContaining({ level: 'info', msg: 'request', status: 200 }),
      ]);
      expect(logged.join()).not.toContain('nobody_1');
    });

    test.each([
      ['GET', 'lookup', 'Chyba při ověřování záznamu'],
      ['PATCH', 'update', 'Chyba při aktualizaci návštěvy'],
    ])('a visit whose %s gets no answer fails at the %s', async (method, step, message) => {
      await addDecisionMaker(jan);
      dropped = method;
      expect(await recordVisit('demo-cs')).toEqual({ ok: false, step, unreachable: true });
      expect(await visit('demo-cs')).toEqual({
        status: 503,
        body: { ok: false, error: 'unavailable', message },
      });
      expect(await visitedAt('demo-cs')).toEqual([null]);
      expect(logged.join()).toContain(step);
      expect(logged.join()).not.toContain('demo-cs');
    });

    test('a prospect is added once, whatever of name and company is missing', async () => {
      for (const person of [jan, { ...jan, company: null }, { ...jan, name: null }, nobody]) {
        expect((await addDecisionMaker(person)).added).toBe(true);
        expect((await addDecisionMaker(person)).added).toBe(false);
      }
      expect(await addDecisionMaker(jan)).toEqual({ added: false, sharing: 4 });
      expect((await people().select('id')).data).toHaveLength(4);
    });

    test('the list begins with the latest visit and ends with those who never came', async () => {
      const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
      const row = (vapi_assistant_id: string, visited_at: string | null, minute: number) => {
        return { vapi_assistant_id, visited_at, created_at: at(minute) };
      };
      await people().insert([row('older', at(1), 0), row('never-1', null, 1)]);
      await people().insert([row('latest', at(9), 0), row('never-2', null, 2)]);
      const order = (await listDecisionMakers()).map((person) => person.vapi_assistant_id);
      expect(order).toEqual(['latest', 'older', 'never-2', 'never-1']);
    });

    test('a list of more than a page is whole', async () => {
      const many = Array.from({ length: 1203 }, (_, n) => ({ vapi_assistant_id: `a-${n}` }));
      await people().insert(many);
      const listed = new Set((await listDecisionMakers()).map((row) => row.vapi_assistant_id));
      expect(listed.size).toBe(1203);
    });
  });

  test('erasing an address deletes all its requests and no other', async () => {
    for (const service_type of SERVICE_TYPES) {
      await storeStrategySession({ ...wish('eva@example.com'), service_type });
    }
    await storeStrategySession(wish('jan@example.com'));
    expect(await eraseStrategySessions('eva@example.com')).toBe(4);
    expect(await eraseStrategySessions('eva@example.com')).toBe(0);
    expect((await table().select('email')).data).toEqual([{ email: 'jan@example.com' }]);
  });

  test('whatever the schema accepts the table accepts and gives back unchanged', async () => {
    const nasty = fc.constantFrom(
      ...['A', 'z', '0', '.', '+', "'", '"', '\\', '%', '|', '@', '<', '>', ' ', '\t', '\r', '\n'],
      ...['\0', '\u0007', '\u0085', '\u00a0', '\u00ad', '\u1680', '\u180e', '\u2003', '\u200b'],
      ...['\u2028', '\u202f', '\u205f', '\u3000', '\ufeff', '\ufffe', '\ud83d', '\ude00', '😀'],
      ...['İ', 'ı', 'ß', 'ẞ', 'Σ', 'K', 'Å', 'Ǆ', 'Ω', 'č', '漢', '𝒜', '𐐀', '👩‍💻', 'e\u0301'],
    );
    const part = (maxLength: number) =>
      fc.string({ unit: fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 1 })), maxLength });
    const word = fc.oneof(part(12), fc.stringMatching(/^[a-zA-Z0-9._+-]{1,12}$/));
    const typed = fc.record({
      service_type: fc.constantFrom(...SERVICE_TYPES),
      email: fc.tuple(word, word, word).map(([a, b, c]) => `${a}@${b}.${c}`),
      message: fc.oneof(part(40), part(1000), fc.constant('😀'.repeat(500)), fc.constant(null)),
    });
    let accepted = 0;
    const batch = fc.array(typed, { minLength: 60, maxLength: 60 });
    const property = fc.asyncProperty(batch, async (forms) => {
      const results = forms.map(parseContactRequest);
      const requests = new Map<string, ContactRequest>();
      for (const result of results) {
        if (result.ok)
          requests.set(`${result.value.email} ${result.value.service_type}`, result.value);
      }
      accepted += requests.size;
      await table().delete().neq('email', '');
      const sent = [...requests.values()];
      const stored = await table().insert(sent).select('service_type, email, message');
      expect(stored.error).toBeNull();
      expect(stored.data).toEqual(sent);
    });
    await fc.assert(property, { numRuns: 40 });
    expect(accepted).toBeGreaterThan(500);
  }, 60_000);

  more(() => database);

  describe('without its database', () => {
    test('the site says so with 503, in the words of a network error', async () => {
      await database.breakDown();
      expect(await submit('eva@example.com')).toEqual({
        status: 503,
        body: { ok: false, error: 'unavailable', message: NETWORK },
      });
      expect(logged.join()).not.toContain('eva');
    }, 20_000);

    test('and the same where nothing listens at all', async () => {
      const nobody = connect(`http://127.0.0.1:${await freePort()}`, database.secretKey);
      await expect(eraseStrategySessions('eva@example.com', nobody)).rejects.toThrow(
        'did not answer',
      );
    });
  });
}
