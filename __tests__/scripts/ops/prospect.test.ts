import { buildProspect, NO_FACTS } from '@/__tests__/support/prospect';
import { LANGUAGE_CODES } from '@/lib/language';
import type { Prospect } from '@/lib/outreach/prospect';
import { type ProspectInput, readProspect } from '@/scripts/ops/prospect';

const UUID = '3d0c2d9e-7a51-4c3b-9a0e-2f6d1b8e5c77';

test('stores a prospect as the page reads it', () => {
  const typed = { name: ' Seán O’Neill ', company: ' Novák\u00a0 s.r.o. ', assistant: ' demo-cs ' };
  expect(readProspect(typed)).toEqual({
    prospect: buildProspect({ contact_name: "Seán O'Neill" }),
    language: undefined,
  });
});

test.each<[what: string, typed: ProspectInput, stored: Partial<Prospect>]>([
  ['a UUID in capitals', { assistant: UUID.toUpperCase() }, { vapi_assistant_id: UUID }],
  ['decomposed accents', { name: 'Jan Nova\u0301k' }, { contact_name: 'Jan Nov\u00e1k' }],
  ['empty cells', { name: ' ', company: '' }, {}],
  ['NULL of a database', { name: 'NULL', company: 'NULL' }, {}],
  ['invisible characters', { company: '\u200b Firma\u200b' }, { company_name: 'Firma' }],
  ['hidden marks', { company: 'No\u202evák\n s.r.o.\0' }, { company_name: 'Novák s.r.o.' }],
  ['joined signs', { company: '👩\u200d💻 Studio\u200b' }, { company_name: '👩\u200d💻 Studio' }],
  ['joined signs', { company: 'Café ❤\ufe0f\u200b' }, { company_name: 'Café ❤\ufe0f' }],
  [
    'joined signs',
    { company: '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}\u200b' },
    { company_name: '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}' },
  ],
  ['joined signs', { company: 'می\u200cزبان\u200b' }, { company_name: 'می\u200cزبان' }],
])('stores %s as the page reads it', (_what, typed, stored) => {
  const prospect = { ...NO_FACTS, vapi_assistant_id: 'a', ...stored };
  expect(readProspect({ assistant: 'a', ...typed })).toEqual({
    prospect,
    language: undefined,
  });
});

test.each([
  ['no assistant', { name: 'Jan' }, 'the assistant id is missing'],
  ['a blank assistant', { assistant: ' ' }, 'the assistant id is missing'],
  ['an assistant with a slash', { assistant: 'a/b' }, 'an assistant id has 1 to 64'],
  ['a name that sells', { name: 'Jan, vyhráli jste', assistant: 'a' }, 'a title after a comma'],
  ['a long name', { name: 'a'.repeat(61), assistant: 'a' }, 'at most 60 characters'],
  ['a name the page would drop', { name: 'Jan Novák 2', assistant: 'a' }, 'would not show'],
  ['a name that reads as a link', { name: 'Ing.cz', assistant: 'a' }, 'space after a dot'],
  ['a long company', { company: 'x'.repeat(201), assistant: 'a' }, 'the company'],
])('refuses %s with the reason', (_what, typed, reason) => {
  expect(() => readProspect(typed)).toThrow(reason);
});

test.each<[string | undefined, string]>([
  [undefined, 'en'],
  ['NULL', 'en'],
  ['\u200b', 'en'],
  [' CS ', 'cs'],
])('with --lang en, the language %j is %s', (lang, language) => {
  expect(readProspect({ assistant: 'a', lang }, 'en')).toMatchObject({ language });
});

test.each(['english', 'xx', 'constructor'])('refuses the language %s', (lang) => {
  expect(() => readProspect({ assistant: 'a', lang })).toThrow(
    `lang must be one of ${LANGUAGE_CODES.join(', ')}, not "${lang}"`,
  );
});
