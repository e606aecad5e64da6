import fc from 'fast-check';
import { FIELD_CASES } from '@/__tests__/support/contact-fields';
import { CONTACT_FIELD_NAMES, mapFields } from '@/lib/contact/fields';
import { SERVICE_TYPES } from '@/lib/services';
import { CANARY, createEmail, createHeaders, runInParallel } from '../client';
import { getTarget, printFigure } from '../target';

const BATCH_SIZE = 200;

const texts = fc.string({ unit: 'binary', maxLength: 40 });
const keys = fc.constantFrom(
  ...['__proto__', 'constructor', 'toString', '', '\0'],
  ...CONTACT_FIELD_NAMES,
);
const values = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  texts,
  fc.constantFrom(...SERVICE_TYPES),
  fc.constantFrom('😀'.repeat(500), 'x'.repeat(1001), '\ud83d', '<script>', '\u0000'),
);
const emails = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null).map(() => createEmail('fuzz')) },
  { weight: 1, arbitrary: texts.map((part) => `${part}@${CANARY}.example`) },
  { weight: 1, arbitrary: values },
);
const almostValidForm = fc.record(
  {
    ...mapFields((name) => fc.oneof(fc.constant(FIELD_CASES[name].value), texts, values)),
    service_type: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...SERVICE_TYPES) }, values),
    email: emails,
    idempotency_key: fc.oneof(fc.uuid(), values),
    fill_ms: fc.oneof(fc.integer(), values),
    quill_north: values,
    source: fc.oneof(texts, values),
  },
  { requiredKeys: [] },
);
const FORM_TYPE = 'application/x-www-form-urlencoded';
const arbitraryForm = fc
  .dictionary(keys, texts)
  .map((fields) => new URLSearchParams({ email: createEmail('fuzz'), ...fields }).toString());
const arbitraryJson = fc.oneof(
  { weight: 5, arbitrary: almostValidForm.map((form) => JSON.stringify(form)) },
  { weight: 2, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.tuple(keys, fc.json()).map(([k, v]) => `{"${k}":${v}}`) },
  { weight: 1, arbitrary: texts },
  // Deeply nested.
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 7000 }).map((depth) => '['.repeat(depth)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
);
const arbitraryBody = fc.oneof(
  { weight: 5, arbitrary: arbitraryJson.map((sent) => ({ type: 'application/json', sent })) },
  { weight: 1, arbitrary: arbitraryForm.map((sent) => ({ type: FORM_TYPE, sent })) },
);

/** Calls the handler in this process, where Jest fails on an unhandled rejection. */
export function testFuzz({ bodies }: { bodies: number }): void {
  test(`${bodies} arbitrary bodies cause no error and one row per accepted body`, async () => {
    // What the handler logs is not this run's output.
    jest.spyOn(console, 'log').mockImplementation();
    const { POST } = await import('@/app/api/contact/route');
    const { OUTCOME_COOKIE, readOutcome } = await import('@/lib/server/contact/form-post');
    const sql = `select count(*)::int as n from public.strategy_sessions
        where email not like '%@visitor.%'`;
    const countRows = async () => Number((await getTarget().database.runSql(sql))[0]?.['n']);
    const before = await countRows();
    let accepted = 0;
    let highestStatus = 0;
    const postSample = async ({ type, sent }: { type: string; sent: string | Uint8Array }) => {
      const request = new Request('http://localhost/api/contact', {
        method: 'POST',
        headers: { ...createHeaders(), 'content-type': type },
        body: Buffer.from(sent),
      });
      const { status, headers } = await POST(request);
      highestStatus = Math.max(highestStatus, status);
      const [, cookie] =
        new RegExp(`${OUTCOME_COOKIE}=([^;]+)`).exec(headers.getSetCookie().join()) ?? [];
      const outcome = await readOutcome(cookie, {});
      if (status === 201 || outcome?.state === 'sent') accepted += 1;
    };
    for (let done = 0; done < bodies; done += BATCH_SIZE) {
      const numRuns = Math.min(BATCH_SIZE, bodies - done);
      const samples = fc.sample(arbitraryBody, { numRuns, seed: jest.getSeed() + done });
      await runInParallel(samples.length, 24, (index) =>
        postSample(samples[index] as (typeof samples)[0]),
      );
    }
    const rows = (await countRows()) - before;
    printFigure('fuzz', `worst status ${highestStatus}, ${accepted} accepted, ${rows} rows`);
    expect(highestStatus).toBeLessThan(500);
    expect(rows).toBe(accepted);
    expect(accepted).toBeGreaterThan(bodies / 20);
  });
}
