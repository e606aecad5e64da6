/** @jest-environment node */
import { isPlaceholder, judgeMailDomain } from '@/scripts/ops/doctor/mail-domain';

const SPF = 'v=spf1 include:mail.firma.cz -all';
const DMARC = 'v=DMARC1; p=none';

/** Answers from a list of records, like a server for them; otherwise with the code. */
const judge = async (mail: string, records: Record<string, string[]>, otherwise?: string) => {
  const { state, seen } = await judgeMailDomain(mail, async (domain) => {
    const found = records[domain];
    const code = otherwise ?? (domain.startsWith('_dmarc.') ? 'ENOTFOUND' : 'ENODATA');
    if (!found) throw Object.assign(new Error(`queryTxt ${code}`), { code });
    return found.map((text) => [text.slice(0, 9), text.slice(9)]);
  });
  return `${state}: ${seen}`;
};

test('is ok with both records, next to others', async () => {
  const records = { 'firma.cz': ['google-site-verification=1', SPF], '_dmarc.firma.cz': [DMARC] };
  expect(await judge('info@firma.cz', records)).toBe('ok: firma.cz has an SPF and a DMARC record');
});

test('a policy of the parent domain counts, its SPF record does not', async () => {
  const records = { 'mail.firma.cz': [SPF], 'firma.cz': [SPF], '_dmarc.firma.cz': [DMARC] };
  expect(await judge('info@mail.firma.cz', records)).toMatch(/^ok/);
  const { 'mail.firma.cz': _, ...ofParent } = records;
  expect(await judge('info@mail.firma.cz', ofParent)).toBe(
    'warning: mail.firma.cz has no SPF record',
  );
});

test('asks for the encoded form of an international domain', async () => {
  const records = { 'xn--pbram-3wa60a.cz': [SPF] };
  expect(await judge('info@příbram.cz', records)).toMatch(/ has no (SPF|DMARC) record/);
});

test.each([
  ['neither', {}, 'no SPF record and no DMARC record'],
  ['no policy', { 'firma.cz': [SPF] }, 'no DMARC record'],
  ['no SPF record', { '_dmarc.firma.cz': [DMARC] }, 'no SPF record'],
  [
    'two SPF records',
    { 'firma.cz': [SPF, 'v=spf1 -all'], '_dmarc.firma.cz': [DMARC] },
    '2 SPF records, of which none counts',
  ],
  ['other versions', { 'firma.cz': ['v=spf10 -all'], '_dmarc.firma.cz': ['v=DMARC10'] }, 'no SPF'],
])('warns of %s', async (_what, records: Record<string, string[]>, faults) => {
  expect(await judge('info@firma.cz', records)).toContain(`warning: firma.cz has ${faults}`);
  expect(await judge('info@firma.cz', records, 'ENODATA')).toContain(faults);
});

test.each(['ECONNREFUSED', 'ETIMEOUT', 'ESERVFAIL', 'EREFUSED'])(
  'is skipped with a sentence when DNS answers %s',
  async (code) => {
    expect(await judge('info@firma.cz', {}, code)).toBe(
      `skipped: DNS could not be asked about firma.cz (${code})`,
    );
  },
);

test('is skipped with a sentence where DNS does not know the domain', async () => {
  expect(await judge('info@firma.cz', {}, 'ENOTFOUND')).toBe(
    'skipped: firma.cz was not found in DNS',
  );
});

test('does not ask about a placeholder', async () => {
  expect(await judge('hello@agency.example', {})).toBe('skipped: agency.example is a placeholder');
});

test.each([
  ['hello@agency.example', true],
  ['hello@example.com', true],
  ['hello@mail.example.org', true],
  ['hello@Example.NET', true],
  ['hello@my-example.com', false],
  ['hello@example.cz', false],
  ['example@firma.cz', false],
])('%s: a placeholder is %s', (address, expected) => {
  expect(isPlaceholder(address)).toBe(expected);
});
