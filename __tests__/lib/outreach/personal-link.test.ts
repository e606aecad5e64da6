/** @jest-environment node */
import fc from 'fast-check';
import { LANGUAGE_CODES } from '@/lib/language';
import { buildProspect } from '@/__tests__/support/prospect';
import { parseAssistantId } from '@/lib/outreach/assistant-id';
import { cleanContactName } from '@/lib/outreach/contact-name';
import {
  buildPersonalLink,
  type LinkParameters,
  readLinkLanguage,
  readPersonalLink,
} from '@/lib/outreach/personal-link';

const SITE = 'https://callwright.example';

/** What the page gets for an address, as Next hands it over. */
function readParameters(link: string) {
  const { searchParams } = new URL(link);
  const all = [...searchParams.keys()].map((key) => [key, searchParams.getAll(key)] as const);
  return Object.fromEntries(
    all.map(([key, values]) => [key, values.length > 1 ? values : values[0]]),
  );
}

function readNameAndId(link: LinkParameters) {
  const { name, assistant } = readPersonalLink(link);
  return { name, assistant };
}

test('a link holds the name and the assistant of its prospect', () => {
  const jan = buildProspect();
  const link = buildPersonalLink(SITE, jan);
  expect(link).toBe(
    `${SITE}/outreach?vapi_assistant_id=demo-cs&contact_name=Jan%20Nov%C3%A1k&company_name=Nov%C3%A1k%20s.r.o.`,
  );
  expect(readPersonalLink(readParameters(link))).toEqual(jan);
});

test.each([
  ['company_name=Nov%C3%A1k%20s.r.o.', 'Novák s.r.o.'],
  ['vapi_assistant_id=demo-cs&amp;Company_Name=A%2526B', 'A&B'],
  ['company_name=%20&company_name=B', 'B'],
  ['company_name=', null],
  ['company=A', null],
])('reads the company of %s', (query, company) => {
  const link = readParameters(`${SITE}/outreach?${query}`);
  expect(readPersonalLink(link).company).toBe(company);
});

test('leaves out a missing name and company', () => {
  const link = buildPersonalLink(SITE, buildProspect({ name: null, company: null }));
  expect(link).toBe(`${SITE}/outreach?vapi_assistant_id=demo-cs`);
});

test('takes the first usable value of a repeated parameter', () => {
  const parameters = { contact_name: ['Jan', 'Eva'], vapi_assistant_id: ['one', 'two'] };
  expect(readNameAndId(parameters)).toEqual({ name: 'Jan', assistant: 'one' });
  const unfit = { contact_name: ['<b>', 'Eva'], vapi_assistant_id: ['', 'a b', 'two'] };
  expect(readNameAndId(unfit)).toEqual({ name: 'Eva', assistant: 'two' });
});

test('a truncated link still calls the assistant', () => {
  const link = buildPersonalLink(SITE, buildProspect({ company: 'A&B' }));
  for (const cut of [link.split('&')[0], link.slice(0, link.lastIndexOf('&')), `${link}&`])
    expect(readPersonalLink(readParameters(cut ?? '')).assistant).toBe('demo-cs');
});

describe('the language of a link', () => {
  const jan = buildProspect({ name: 'Jan', company: 'A', assistant: 'demo-en' });
  const readLanguage = (query: string) =>
    readLinkLanguage(readParameters(`${SITE}/outreach?${query}`));

  test('is after the id, and only where it is not Czech', () => {
    const link = buildPersonalLink(SITE, jan, 'en');
    expect(link).toBe(
      `${SITE}/outreach?vapi_assistant_id=demo-en&lang=en&contact_name=Jan&company_name=A`,
    );
    expect(readLinkLanguage(readParameters(link))).toBe('en');
    expect(buildPersonalLink(SITE, jan, 'cs')).toBe(buildPersonalLink(SITE, jan));
    expect(buildPersonalLink(SITE, jan)).not.toContain('lang');
  });

  test.each([
    ...['LANG=en', 'lang=%65n', 'lang=%2565n', 'lang=fr&lang=en'],
    ...['vapi_assistant_id=a&amp;lang=en&amp;contact_name=Jan', 'vapi_assistant_id=a;lang=en'],
    ...['vapi_assistant_id=a%26lang%3Den', 'vapi_assistant_id%3Da%26lang%3Den'],
    ...['lang=en).', 'lang=%22en%22', 'lang=_en_', 'lang=+en', 'lang=&lang=en'],
  ])('is English in %s', (query) => {
    expect(readLanguage(query)).toBe('en');
  });

  test.each(LANGUAGE_CODES)('is read as mail programs change it: %s', (code) => {
    for (const value of [code, code.toUpperCase(), `${code}-XX`, `3D${code}`])
      expect(readLanguage(`lang=${value}`)).toBe(code);
  });

  test.each([
    ...['', 'lang=', 'lang=cs', 'lang=fr', 'lang=english', 'lang=1en', 'lang=constructor', 'en'],
    ...['language=en', 'slang=en', 'utm_lang=en', 'contact_name=en', 'lang=cs&lang=en'],
    `lang=${'e'.repeat(10_000)}n`,
  ])('is Czech in %.40s', (query) => {
    expect(readLanguage(query)).toBe('cs');
  });
});

const UUID = '3d0c2d9e-7a51-4c3b-9a0e-2f6d1b8e5c77';
const read = (query: string) => readNameAndId(readParameters(`${SITE}/outreach?${query}`));

test.each([
  ...['+demo-cs+', 'demo-cs%2B', 'demo-cs%A0', 'demo-cs👉🏽', 'demo-cs/', 'demo-cs%252520'],
  ...['%26lt%3Bdemo-cs%26gt%3B%26%23160%3B', 'demo-cs&gt;&nbsp;'],
  ...['demo-cs#greeting', 'demo-cs%23greeting', 'demo-cs%23:~:text=AI%20asistent'],
])('ignores what surrounds the id in %j', (value) => {
  expect(read(`vapi_assistant_id=${value}`).assistant).toBe('demo-cs');
  expect(read(`contact_name=Jana&vapi_assistant_id=${value}`).assistant).toBe('demo-cs');
});

test.each([
  ['HTML in between', 'vapi_assistant_id=demo-cs&amp;contact_name=Jana'],
  ['HTML in between, id last', 'contact_name=Jana&amp;vapi_assistant_id=demo-cs'],
  ['HTML twice', 'vapi_assistant_id=demo-cs&amp;amp;contact_name=Jana'],
  ['an encoded &amp;', 'vapi_assistant_id=demo-cs%26amp%3Bcontact_name=Jana'],
  ['an encoded & as a number', 'vapi_assistant_id=demo-cs%26%2338%3Bcontact_name=Jana'],
  ['the same in base 16', 'vapi_assistant_id=demo-cs%26%23x26%3Bcontact_name=Jana'],
  ['HTML without its semicolon', 'vapi_assistant_id=demo-cs&ampcontact_name=Jana'],
  ['the rest of an encoded question mark', '3Fvapi_assistant_id=demo-cs&contact_name=Jana'],
  ['an encoded &amp;amp;', 'vapi_assistant_id=demo-cs%26amp%3Bamp%3Bcontact_name=Jana'],
  ['JSON', 'vapi_assistant_id=demo-cs\\u0026contact_name=Jana'],
  ['JSON, id last', 'contact_name=Jana%5Cu0026vapi_assistant_id=demo-cs'],
  ['a semicolon', 'vapi_assistant_id=demo-cs;contact_name=Jana'],
  ['a second question mark', 'vapi_assistant_id=demo-cs?contact_name=Jana'],
  ['an encoded &', 'vapi_assistant_id=demo-cs%26contact_name%3DJana'],
  ['a whole encoded query', 'vapi_assistant_id%3Ddemo-cs%26contact_name%3DJana'],
  ['one that is encoded twice', 'vapi_assistant_id%253Ddemo-cs%2526contact_name%253DJana'],
  ['one with the name first', 'contact_name%3DJana%26vapi_assistant_id%3Ddemo-cs'],
  ['one with its question mark', '%3Fvapi_assistant_id%3Ddemo-cs%26contact_name%3DJana'],
  ['names in capitals', 'VAPI_ASSISTANT_ID=demo-cs&CONTACT_NAME=Jana'],
  ['names in mixed case', 'Vapi_Assistant_Id=demo-cs&amp;Contact_Name=Jana'],
  ['spaces around the names', '%20vapi_assistant_id%20=demo-cs&+contact_name=Jana'],
  ['invisible characters in the names', 'vapi_\u200bassistant_id=demo-cs&contact\u00ad_name=Jana'],
  ['escaped underscores', 'vapi\\_assistant\\_id=demo-cs&contact\\_name=Jana'],
  ['a question mark too many', '?vapi_assistant_id=demo-cs&?contact_name=Jana'],
  ['a repeated id', 'vapi_assistant_id=demo-cs&contact_name=Jana&vapi_assistant_id=demo-cs'],
  ['an empty id before it', 'vapi_assistant_id=&contact_name=Jana&vapi_assistant_id=demo-cs'],
  [
    'an empty id, and another case',
    'vapi_assistant_id=&contact_name=Jana&VAPI_assistant_id=demo-cs',
  ],
  ['parameters of a campaign', 'vapi_assistant_id=demo-cs&contact_name=Jana&utm_source=x'],
  ['those behind a question mark', 'vapi_assistant_id=demo-cs?utm_source=x&contact_name=Jana'],
  ['those behind a slash', 'contact_name=Jana&vapi_assistant_id=demo-cs/?utm_source=x'],
  ['an encoded campaign', 'contact_name=Jana&vapi_assistant_id=demo-cs%3Futm_source%3Dx%26a%3D1'],
  ['a name from the source of a mail', 'vapi_assistant_id=demo-cs&contact_name=3DJana'],
  ['values from the source of a mail', 'vapi_assistant_id==3Ddemo-cs&contact_name==3DJana'],
  [
    'a parameter without a name that can be read',
    'vapi_assistant_id=demo-cs&<i>&lt;=&contact_name=Jana',
  ],
  ['an entity before a parameter', 'vapi_assistant_id=demo-cs&nbsp;contact_name=Jana'],
  ['quotes around the link', 'vapi_assistant_id=demo-cs&contact_name=Jana%22%3E'],
  ['brackets around the link', 'vapi_assistant_id=demo-cs&contact_name=Jana).'],
])('understands a link with %s', (_what, query) => {
  expect(read(query)).toEqual({ name: 'Jana', assistant: 'demo-cs' });
});

test.each([
  'vapi_assistant_id=demo-cs&contact_name=',
  // The `#` of a numeric HTML entity begins a fragment.
  'vapi_assistant_id=demo-cs&#38;contact_name=Jana',
])('finds no name in %s', (query) => {
  expect(read(query)).toEqual({ name: null, assistant: 'demo-cs' });
});

test.each([
  ...['%0A%0ATento%20odkaz', '%0ATento%20odkaz%20je', '%0D%0A%0D%0AJan', '%0A%0Aa'],
  ...['%20Tento%20odkaz%20je', '+Tento+odkaz', '%20%E2%80%93%20Tento%20odkaz', ',%0ATento%20odkaz'],
  ...['.%0A%0ATento%20odkaz', '%20%0A%20%0ATento', '%250A%250ATento%2520odkaz', '%22%0A%0A%22a=b'],
])('ignores the text that was shared with the link: %s', (text) => {
  const link = { name: 'Jana', assistant: 'demo-cs' };
  expect(read(`contact_name=Jana&vapi_assistant_id=demo-cs${text}`)).toEqual(link);
  expect(read(`contact_name=Jana&vapi_assistant_id=demo-cs${text}&utm_source=x`)).toEqual(link);
});

test('ignores the text behind a name only after an empty line', () => {
  const readName = (value: string) => read(`contact_name=${value}`).name;
  expect(readName('Jan%20Nov%C3%A1k%0A%0ATento%20odkaz')).toBe('Jan Novák');
  expect(readName('Jan%20Nov%C3%A1k).%0D%0A%20%0D%0ATento%20odkaz')).toBe('Jan Novák');
  for (const value of ['Jan%0ANov%C3%A1k', 'Jan%0ATento%20odkaz', '%0A%0AJan'])
    expect(readName(value)).toBeNull();
});

test.each([
  ['behind an encoded equals sign', `3D${UUID}`, UUID],
  ['that only looks like one', '3Ddemo-cs', '3Ddemo-cs'],
  ['that is a UUID', UUID, UUID],
  ['in capitals, as in a QR code', UUID.toUpperCase(), UUID],
  ['that is no UUID, in capitals', 'DEMO-CS', 'DEMO-CS'],
  ['in _italics_', `${UUID}_`, UUID],
  ['with an underscore inside', `${UUID}_a`, `${UUID}_a`],
  ['with an underscore of its own', 'demo_', 'demo_'],
])('reads an id %s', (_what, value, id) => {
  expect(read(`vapi_assistant_id=${value}`).assistant).toBe(id);
});

test.each([
  ['encoded twice', 'Jana%2520Nov%25C3%25A1kov%25C3%25A1', 'Jana Nováková'],
  ['encoded three times', 'Jana%252520Nov%2525C3%2525A1kov%2525C3%2525A1', 'Jana Nováková'],
  ['encoded, with a plus', 'Jana%2BNov%25C3%25A1kov%25C3%25A1', 'Jana Nováková'],
  ['with a plus', 'Jana+Nov%C3%A1kov%C3%A1', 'Jana Nováková'],
  ['with the end of a sentence', 'Ing.%20Jan%20Nov%C3%A1k,%20Ph.D.).', 'Ing. Jan Novák, Ph.D.'],
  ['with a comma behind it', 'Jan%20Nov%C3%A1k,', 'Jan Novák'],
  ['cut inside a letter', 'Jana%20Nov%C3', null],
  ['cut inside an encoded letter', 'Jana%2520Nov%25C3', null],
  ['with a semicolon', 'Jana;Eva', null],
  ['cut at an entity', 'Jan%20Nov&aacute;k', null],
  ['cut at an entity of a space', 'Jan&nbsp;Novak', null],
  ['with an entity', 'Jana%26amp%3BEva', null],
  ['as an encoded link', 'evil%252Ecom', null],
  ['as a link at the end of a sentence', 'evil.com).', null],
])('keeps or drops a name %s as a whole', (_what, value, name) => {
  const expected = { name, assistant: 'demo-cs' };
  expect(read(`vapi_assistant_id=demo-cs&contact_name=${value}`)).toEqual(expected);
});

test.each([
  ...['', '%22%3E.', 'demo-cs<script>', '%3Cscript%3Ealert(1)%3C/script%3E', '../x', '..%252Fx'],
  ...['x/../y', '%5Cx', 'https://example.com', 'demo%20cs', 'demo+cs', 'demo\u200bcs', 'demo.cs'],
  ...['demo%20cs%20%3E', 'demo%20%E2%80%93%20cs', 'demo%0D%0A-cs', 'demo%0Acs%0A'],
  ...['démo', 'demo-csé', `${'x'.repeat(65)}`, `"${'x'.repeat(65)}"`, 'eq.demo-cs%26select%3D*'],
  'demo%E0%A4%A-cs',
])('reads no assistant from %j', (id) => {
  expect(read(`vapi_assistant_id=${id}`).assistant).toBeNull();
});

test('reads no assistant from other parameters', () => {
  expect(read('contact_name=Jana').assistant).toBeNull();
  expect(read('assistant_id=demo-cs&vapi_assistant_id_2=demo-cs').assistant).toBeNull();
});

const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
const junk = fc.string({
  unit: fc.constantFrom(
    ...'.,;:!?)(][{}⟨⟩「」"\'„“”‘’«»`<>=*~| \n\r\t\0\u00a0',
    ...'\ufeff\u200b\u200d\u200f\u202a\u202c\u00ad\u3164\ufe0f…–—',
  ),
  maxLength: 6,
});

test('keeps a well-formed id, whatever surrounds it', () => {
  fc.assert(
    fc.property(id, junk, junk, (assistant, before, after) => {
      // `;a=` and `?a=` begin another parameter.
      fc.pre(!(/[;?]/.test(before) && after.includes('=')));
      const value = encodeURIComponent(before + assistant + after);
      expect(read(`vapi_assistant_id=${assistant}`).assistant).toBe(assistant);
      expect(read(`vapi_assistant_id=${value}`).assistant).toBe(assistant);
      expect(read(`vapi_assistant_id=${encodeURIComponent(value)}`).assistant).toBe(assistant);
    }),
  );
});

test('reads only well-formed ids and clean names from any query', () => {
  const part = fc.constantFrom(
    ...['vapi_assistant_id', 'contact_name', 'demo-cs', 'Jana', '=', '&', ';', '?', '#', 'amp;'],
    ...['%26', '%3D', '%2520', '%', '<', '"', '3D', '.', '/', ' ', '\u200b', '\u00a0', 'ž', '_'],
  );
  const query = fc.array(fc.oneof(part, fc.string({ maxLength: 3 })), { maxLength: 12 });
  let found = 0;
  fc.assert(
    fc.property(query, (parts) => {
      const parameters = readParameters(`${SITE}/outreach?vapi_assistant_id=${parts.join('')}`);
      const { assistant, name } = readPersonalLink(parameters);
      if (assistant !== null) {
        found += 1;
        expect(assistant).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
        expect(JSON.stringify(parameters)).toContain(assistant);
      }
      if (name !== null) expect(cleanContactName(name)).toBe(name);
    }),
    { numRuns: 1000 },
  );
  expect(found).toBeGreaterThan(50);
});

test.each(['.', '&', ';a=', '%25', '&amp;', '>.', 'a', '"a', '=3D'])(
  'reads nothing from ten thousand times %j',
  (unit) => {
    const value = `${unit.repeat(10_000)}!`;
    const missing = { name: null, assistant: null };
    expect(readNameAndId({ contact_name: value, vapi_assistant_id: value })).toEqual(missing);
    expect(readNameAndId({ [value]: value })).toEqual(missing);
  },
);

test.each([undefined, '', ' ', 'a b', 'a/b', '../a', 'é', '<a>', 'a\n', 'x'.repeat(65)])(
  'rejects the assistant %j',
  (id) => {
    expect(parseAssistantId(id)).toBeNull();
  },
);

test('keeps any company in a link, including a plus', () => {
  const company = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(company, (text) => {
      const link = buildPersonalLink(SITE, buildProspect({ company: text }));
      expect(new URL(link).searchParams.get('company_name')).toBe(text);
      expect(link).not.toContain('+');
    }),
  );
});
