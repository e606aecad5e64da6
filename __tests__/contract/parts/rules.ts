import { fc } from '@/__tests__/support/fast-check';
import { FIELD_CASES } from '@/__tests__/support/contact-fields';
import { CONTACT_FIELD_NAMES, type ContactField, mapFields } from '@/lib/contact/fields';
import { type ContactRequest, parseContactRequest } from '@/lib/contact/schema';
import { storeStrategySession } from '@/lib/server/contact/strategy-sessions';
import { classifySource, SOURCE_PATTERN } from '@/lib/server/http/source';
import { SERVICE_TYPES } from '@/lib/services';
import { type TestDatabaseProxy, createRequest } from '../database-proxy';

const CHECK_VIOLATION = '23514';

/** Tests the rules of the table itself. */
export function describeRules(proxy: TestDatabaseProxy) {
  const rules = CONTACT_FIELD_NAMES.flatMap((name) =>
    Object.entries(FIELD_CASES[name].refusedByTable).map(
      ([rule, value]) => [rule, { [name]: value }] as const,
    ),
  );
  test.each(rules)('the table refuses %s', async (_rule, change) => {
    const row = { ...createRequest('eva@example.com', 'hello'), ...change };
    const { error, status } = await proxy.openTable().insert(row as ContactRequest);
    expect({ code: error?.code, status }).toEqual({ code: CHECK_VIOLATION, status: 400 });
    expect(await proxy.countRows()).toBe(0);
  });

  describe('the source', () => {
    const insert = (sources: string[]) =>
      proxy
        .openTable()
        .insert(sources.map((source, n) => ({ ...createRequest(`s${n}@example.com`), source })))
        .select('source');
    const part = fc.constantFrom(
      ...[
        'utm:',
        'referral:',
        'search',
        'ai',
        'direct',
        'google.com',
        'b.example',
        'a_b',
        'A',
        '-',
        '.',
      ],
      ...['@', '<', ' ', '\n', '\u00a0', 'é', 'ſ', 'K', 'x'.repeat(38), 'x'.repeat(58)],
    );
    const sample = (texts: fc.Arbitrary<string>, numRuns: number) => fc.sample(texts, numRuns);
    const text = fc.array(part, { maxLength: 4 }).map((parts) => parts.join(''));

    test('is stored, whatever the form sends', async () => {
      const sources = sample(fc.oneof(text, fc.domain()), 500).map(classifySource).sort();
      const { error, data } = await insert(sources);
      expect(error).toBeNull();
      expect(data?.map(({ source }) => source).sort()).toEqual(sources);
    });

    test('is refused by the table if the server knows no such source', async () => {
      const unknown = sample(text, 200).filter((source) => !SOURCE_PATTERN.test(source));
      for (const source of new Set(['', 'direct\n', 'utm:', 'referral:b.example/x', ...unknown]))
        expect([source, (await insert([source])).error?.code]).toEqual([source, CHECK_VIOLATION]);
      const known = [
        'direct',
        'search',
        'ai',
        `referral:${'x'.repeat(60)}`,
        `utm:${'_'.repeat(40)}`,
      ];
      expect((await insert(known)).error).toBeNull();
    });
  });

  test('the longest values are stored', async () => {
    const longest = mapFields<unknown>(
      (name) => FIELD_CASES[name].longest ?? FIELD_CASES[name].value,
    ) as ContactRequest;
    expect([longest.email.length, longest.message?.length]).toEqual([254, 1000]);
    expect(await storeStrategySession(longest)).toMatchObject({ ok: true });
    expect((await proxy.openTable().select(CONTACT_FIELD_NAMES.join(', '))).data).toEqual([
      longest,
    ]);
  });

  test('the table accepts and returns unchanged whatever the schema accepts', async () => {
    const nasty = fc.constantFrom(
      ...['A', 'z', '0', '.', '+', "'", '"', '\\', '%', '|', '@', '<', '>', ' ', '\t', '\r', '\n'],
      ...',;?()[]«»‹›„“＠．。，ｚ'.split(''),
      ...['..', ' <', '> ', 'mailto:'],
      ...['\0', '\u0007', '\u0085', '\u00a0', '\u00ad', '\u1680', '\u180e', '\u2003', '\u200b'],
      ...['\u2028', '\u202f', '\u205f', '\u3000', '\ufeff', '\ufffe', '\ud83d', '\ude00', '😀'],
      ...['İ', 'ı', 'ß', 'ẞ', 'Σ', 'K', 'Å', 'Ǆ', 'Ω', 'č', '漢', '𝒜', '𐐀', '👩‍💻', 'e\u0301'],
    );
    const createText = (maxLength: number) =>
      fc.string({ unit: fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 1 })), maxLength });
    const word = fc.oneof(createText(12), fc.stringMatching(/^[a-zA-Z0-9._+-]{1,12}$/));
    const address = fc.tuple(word, word, word).map(([a, b, c]) => `${a}@${b}.${c}`);
    const pasted = fc
      .tuple(word, address, word)
      .chain(([a, b, c]) =>
        fc.constantFrom(`${a} <${b}>${c}`, `mailto:${b}?${c}`, `${b} (${a})`, `"${b}", `, `[${b}]`),
      );
    const createCases = (name: ContactField) => {
      const { value, longest, stored } = FIELD_CASES[name];
      const sent = stored.map(([each]) => each);
      return fc.constantFrom<unknown>(null, value, longest ?? value, ...sent);
    };
    const typed = fc.record<Record<ContactField, unknown>>({
      ...mapFields((name) => fc.oneof(createText(40), createCases(name))),
      service_type: fc.constantFrom(...SERVICE_TYPES),
      email: fc.oneof({ weight: 2, arbitrary: address }, pasted),
      message: fc.oneof(createText(40), createText(1000), fc.constantFrom('😀'.repeat(500), null)),
    });
    const accepted = typed.map(parseContactRequest).filter((result) => result.ok);
    // The table takes no two requests of one address for the same service.
    const selector = ({ email, service_type }: ContactRequest) => `${email} ${service_type}`;
    const size = { minLength: 30, maxLength: 30, selector };
    const batch = fc.uniqueArray(
      accepted.map(({ value }) => value),
      size,
    );
    const property = fc.asyncProperty(batch, async (sent) => {
      await proxy.openTable().delete().neq('email', '');
      const stored = await proxy.openTable().insert(sent).select(CONTACT_FIELD_NAMES.join(', '));
      expect(stored.error).toBeNull();
      expect(stored.data).toEqual(sent);
    });
    await fc.assert(property, { numRuns: 40 });
  }, 60_000);
}
