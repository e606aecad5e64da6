import fc from 'fast-check';
import { SERVICE_TYPES } from '@/lib/contact/schema';
import { CANARY, freshAddress, freshEmail, inParallel } from './client';
import { FAULTS_MARK } from './faults';
import { figure } from './report';
import { ADDRESS_HEADER, type World } from './world';

const BATCH = 200;

/** Arbitrary bodies, a few of them good: no answer of 500 or more, and as many rows as acceptances. */
export async function proveFuzz(world: World, cases: number): Promise<void> {
  const { POST } = await import('@/app/api/contact/route');
  const { readOutcome } = await import('@/lib/server/contact-outcome');
  let unhandled = 0;
  const count = () => (unhandled += 1);
  process.on('unhandledRejection', count);

  const text = fc.string({ unit: 'binary', maxLength: 40 });
  const key = fc.constantFrom('__proto__', 'constructor', 'toString', 'email', 'message', '', '\0');
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    text,
    fc.constantFrom(...SERVICE_TYPES),
    fc.constantFrom('😀'.repeat(500), 'x'.repeat(1001), '\ud83d', '<script>', '\u0000'),
  );
  const email = fc.oneof(
    { weight: 3, arbitrary: fc.constant(null).map(() => freshEmail()) },
    { weight: 1, arbitrary: text.map((part) => `${part}@${CANARY}.example`) },
    { weight: 1, arbitrary: value },
  );
  const nearly = fc.record(
    {
      service_type: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...SERVICE_TYPES) }, value),
      email,
      message: fc.oneof(text, value),
      idempotency_key: fc.oneof(fc.uuid(), value),
      fill_ms: fc.oneof(fc.integer(), value),
      quill_north: value,
    },
    { requiredKeys: [] },
  );
  const deep = fc.integer({ min: 1, max: 7000 }).map((depth) => '['.repeat(depth));
  const json = fc.oneof(
    { weight: 5, arbitrary: nearly.map((form) => JSON.stringify(form)) },
    { weight: 2, arbitrary: fc.jsonValue().map((any) => JSON.stringify(any)) },
    { weight: 1, arbitrary: fc.dictionary(key, value).map((any) => JSON.stringify(any)) },
    { weight: 1, arbitrary: fc.tuple(key, fc.json()).map(([k, v]) => `{"${k}":${v}}`) },
    { weight: 1, arbitrary: fc.oneof(text, deep) },
  );
  const form = fc
    .dictionary(fc.oneof(fc.constantFrom('service_type', 'email', 'message'), key), text)
    .map((fields) => new URLSearchParams({ email: freshEmail(), ...fields }).toString());
  const body = fc.oneof(
    { weight: 4, arbitrary: json.map((sent) => ({ type: 'application/json', sent })) },
    {
      weight: 1,
      arbitrary: form.map((sent) => ({ type: 'application/x-www-form-urlencoded', sent })),
    },
    {
      weight: 1,
      arbitrary: fc
        .uint8Array({ maxLength: 300 })
        .map((sent) => ({ type: 'application/json', sent })),
    },
  );

  const countRows = async () => {
    const [found] = await world.database.sql(
      `select count(*)::int as n from public.strategy_sessions where email not like '%@${FAULTS_MARK}%'`,
    );
    return Number(found?.['n']);
  };
  const before = await countRows();
  let accepted = 0;
  let worst = 0;
  const tryOne = async ({ type, sent }: { type: string; sent: string | Uint8Array }) => {
    const headers = {
      'content-type': type,
      origin: world.origin,
      [ADDRESS_HEADER]: freshAddress(),
    };
    const request = new Request('http://localhost/api/contact', {
      method: 'POST',
      headers,
      body: typeof sent === 'string' ? Buffer.from(sent) : Buffer.from(sent),
    });
    const { status, headers: answer } = await POST(request);
    worst = Math.max(worst, status);
    const jar = new Map(
      answer.getSetCookie().map((line) => line.split(';')[0]?.split('=') as [string, string]),
    );
    const outcome = await readOutcome((name) => jar.get(name));
    if (status === 201 || outcome?.state === 'sent') accepted += 1;
  };
  for (let done = 0; done < cases; done += BATCH) {
    const samples = fc.sample(body, Math.min(BATCH, cases - done));
    await inParallel(samples.length, 24, (index) => tryOne(samples[index] as (typeof samples)[0]));
  }
  process.off('unhandledRejection', count);
  const rows = (await countRows()) - before;
  figure(
    'arbitrary bodies: worst status, unhandled rejections',
    `${cases} cases: < 500, 0`,
    `${worst}, ${unhandled}`,
    worst < 500 && unhandled === 0,
  );
  figure(
    '… rows = acceptances',
    'equal, > 100',
    `${rows} = ${accepted}`,
    rows === accepted && accepted > 100,
  );
}
