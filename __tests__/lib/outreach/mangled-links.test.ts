import { unescape } from 'node:querystring';
import { fc } from '@/__tests__/support/fast-check';
import { LANGUAGE_CODES } from '@/lib/language';
import { buildProspect } from '@/__tests__/support/prospect';
import { parseAssistantId } from '@/lib/outreach/assistant-id';
import { cleanContactName } from '@/lib/outreach/contact-name';
import { readLinkLanguage, readPersonalLink } from '@/lib/outreach/mangled-links';
import { buildPersonalLink } from '@/lib/outreach/personal-link';

const SITE = 'https://callwright.example';
const PAGE = `${SITE}/outreach?`;

/** What the page gets for an address, as Next hands it over. */
function readParameters(link: string) {
  const { searchParams } = new URL(link);
  const all = [...searchParams.keys()].map((key) => [key, searchParams.getAll(key)] as const);
  return Object.fromEntries(
    all.map(([key, values]) => [key, values.length > 1 ? values : values[0]]),
  );
}

function read(query: string) {
  const facts = readPersonalLink(readParameters(PAGE + query));
  return { name: facts.contact_name, assistant: facts.vapi_assistant_id };
}

describe('a new link', () => {
  const jan = buildProspect();

  test('holds what is known of its prospect, and leaves out what is missing', () => {
    const link = `${PAGE}vapi_assistant_id=demo-cs&contact_name=Jan%20Nov%C3%A1k&company_name=Nov%C3%A1k%20s.r.o.`;
    expect(buildPersonalLink(SITE, jan)).toBe(link);
    expect(readPersonalLink(readParameters(link))).toEqual(jan);
    const unknown = buildProspect({ contact_name: null, company_name: null });
    expect(buildPersonalLink(SITE, unknown)).toBe(`${PAGE}vapi_assistant_id=demo-cs`);
  });

  test('names its language after the id, unless it is Czech', () => {
    const link = buildPersonalLink(SITE, jan, 'en');
    expect(link).toContain('?vapi_assistant_id=demo-cs&lang=en&contact_name=');
    expect(readLinkLanguage(readParameters(link))).toBe('en');
    expect(buildPersonalLink(SITE, jan, 'cs')).toBe(buildPersonalLink(SITE, jan));
  });

  test('still calls the assistant when it is truncated', () => {
    const link = buildPersonalLink(SITE, buildProspect({ company_name: 'A&B' }));
    for (const cut of [link.split('&')[0], link.slice(0, link.lastIndexOf('&')), `${link}&`])
      expect(readPersonalLink(readParameters(cut ?? '')).vapi_assistant_id).toBe('demo-cs');
  });

  test('keeps any company, including a plus', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (company) => {
        const link = buildPersonalLink(SITE, buildProspect({ company_name: company }));
        expect(new URL(link).searchParams.get('company_name')).toBe(company);
        expect(link).not.toContain('+');
      }),
    );
  });
});

test.each([
  ['company_name=Nov%C3%A1k%20s.r.o.', 'Novák s.r.o.'],
  ['vapi_assistant_id=demo-cs&amp;Company_Name=A%2526B', 'A&B'],
  ['company_name=%20&company_name=B', 'B'],
  ['company_name=Firma%0A%0ATento%20odkaz', 'Firma'],
  ['company_name=100%25%20%C5%BEluté', '100% žluté'],
  ['company=A', null],
])('reads the company of %s', (query, company) => {
  expect(readPersonalLink(readParameters(PAGE + query)).company_name).toBe(company);
});

describe('the language of a link', () => {
  const readLanguage = (query: string) => readLinkLanguage(readParameters(PAGE + query));

  test.each([
    ...['LANG=en', 'lang=%2565n', 'lang=fr&lang=en', 'lang=&lang=en', 'lang=en).', 'lang=_en_'],
    ...['vapi_assistant_id=a&amp;lang=en&amp;contact_name=Jan', 'vapi_assistant_id=a;lang=en'],
    'vapi_assistant_id%3Da%26lang%3Den',
  ])('is English in %s', (query) => {
    expect(readLanguage(query)).toBe('en');
  });

  test.each(LANGUAGE_CODES)('is read as mail programs change it: %s', (code) => {
    expect(readLanguage(`lang=${code}&lang=en`)).toBe(code);
    for (const value of [code, code.toUpperCase(), `${code}-XX`])
      expect(readLanguage(`lang=${value}`)).toBe(code);
  });

  test.each([
    ...['', 'lang=', 'lang=fr', 'lang=english', 'lang=1en', 'lang=constructor', 'en', 'slang=en'],
    ...['contact_name=en', `lang=${'e'.repeat(10_000)}n`],
  ])('is not named in %.40s', (query) => {
    expect(readLanguage(query)).toBeNull();
  });
});

const LINK = { name: 'Jana', assistant: 'demo-cs' };

test.each([
  ...['&', '&amp;', '&amp;amp;', '%26amp%3B', '%26%2338%3B', '%26%23x26%3B', '&amp', '%26'],
  ...[';', '?', '&+', '&\u200b', '&utm_source=x&', '%3Futm_source=x&'],
])('understands a link with %s between its parameters', (separator) => {
  expect(read(`vapi_assistant_id=demo-cs${separator}contact_name=Jana`)).toEqual(LINK);
  expect(read(`contact_name=Jana${separator}vapi_assistant_id=demo-cs`)).toEqual(LINK);
});

test.each([
  '?contact_name=Jana&vapi_assistant_id=demo-cs',
  'VAPI_ASSISTANT_ID=demo-cs&Contact_Name=Jana',
])('understands %s that was encoded as a whole, up to three times', (query) => {
  const once = encodeURIComponent(query);
  const twice = encodeURIComponent(once);
  for (const encoded of [once, twice, encodeURIComponent(twice)])
    expect(read(encoded)).toEqual(LINK);
});

test.each([
  ['the rest of an encoded question mark', '3Fvapi_assistant_id=demo-cs&contact_name=Jana'],
  ['escaped underscores', 'vapi\\_assistant\\_id=demo-cs&contact\\_name=Jana'],
  ['invisible characters in the names', 'vapi_\u200bassistant_id=demo-cs&contact\u00ad_name=Jana'],
  ['question marks', '?vapi_assistant_id=demo-cs&?contact_name=Jana'],
  ['a repeated id', 'vapi_assistant_id=demo-cs&contact_name=Jana&vapi_assistant_id=two'],
  [
    'an unusable id',
    'vapi_assistant_id=a+b&contact_name=<b>&contact_name=Jana&VAPI_assistant_id=demo-cs',
  ],
  ['a slash behind the id', 'contact_name=Jana&vapi_assistant_id=demo-cs/?utm_source=x'],
  ['a parameter without a name', 'vapi_assistant_id=demo-cs&<i>&lt;=&contact_name=Jana'],
  ['an entity before a parameter', 'vapi_assistant_id=demo-cs&nbsp;contact_name=Jana'],
  ['a parameter without a value', 'vapi_assistant_id=demo-cs&contact_name=Jana&x'],
  ['quotes around the link', 'vapi_assistant_id=demo-cs&contact_name=Jana%22%3E'],
])('understands a link with %s', (_what, query) => {
  expect(read(query)).toEqual(LINK);
});

test.each([
  ...['%0A%0ATento%20odkaz', '%0D%0A%0D%0AJan', '.%0A%0ATento', '%250A%250ATento%2520odkaz'],
  '%22%0A%0A%22a=b',
])('ignores the text that was shared with the link: %s', (text) => {
  expect(read(`contact_name=Jana&vapi_assistant_id=demo-cs${text}`)).toEqual(LINK);
  expect(read(`contact_name=Jana&vapi_assistant_id=demo-cs${text}&utm_source=x`)).toEqual(LINK);
});

const UUID = '3d0c2d9e-7a51-4c3b-9a0e-2f6d1b8e5c77';

test.each([
  ['3Ddemo-cs', '3Ddemo-cs'],
  ['DEMO-CS', 'DEMO-CS'],
  ['demo_', 'demo_'],
  ['demo-cs#:~:text=AI%20asistent', 'demo-cs'],
  ['demo-cs%23greeting', 'demo-cs'],
  ['demo-cs%26gt%3B%26%23160%3B', 'demo-cs'],
  ['%26lt%3Bdemo-cs%26gt%3B', 'demo-cs'],
  ['demo-cs%A0', 'demo-cs'],
  // In a QR code.
  [UUID.toUpperCase(), UUID],
])('reads the id %s as %s', (value, id) => {
  expect(read(`vapi_assistant_id=${value}`).assistant).toBe(id);
});

test.each([
  ['Jana%2520Nov%25C3%25A1kov%25C3%25A1', 'Jana Nováková'],
  ['Jana%252520Nov%2525C3%2525A1kov%2525C3%2525A1', 'Jana Nováková'],
  ['Jana%2BNov%25C3%25A1kov%25C3%25A1', 'Jana Nováková'],
  ['Ing.%20Jan%20Nov%C3%A1k,%20Ph.D.).', 'Ing. Jan Novák, Ph.D.'],
  ['Jan%20Nov%C3%A1k).%0D%0A%20%0D%0ATento%20odkaz', 'Jan Novák'],
  ['Jan%0ATento%20odkaz', null],
  ['%0A%0AJan', null],
  ['', null],
  // Cut inside a letter, or at an entity, of which `#` begins a fragment.
  ['Jana%20Nov%C3', null],
  ['Jana%2520Nov%25C3', null],
  ['Jan%20Nov&aacute;k', null],
  ['Jan&#38;Nov', 'Jan'],
  ['Jana;Eva', null],
  ['Jana%203D', null],
  ['evil%252Ecom', null],
  ['evil.com).', null],
])('of the name %s shows %j', (value, name) => {
  const expected = { name, assistant: 'demo-cs' };
  expect(read(`vapi_assistant_id=demo-cs&contact_name=${value}`)).toEqual(expected);
});

test.each([
  ...['', '%22%3E.', 'demo-cs<script>', '../x', '..%252Fx', 'x/../y', '%5Cx', 'demo%20cs%20%3E'],
  ...['demo%20%E2%80%93%20cs', 'demo\u200bcs', 'demo.cs', 'demo%0D%0A-cs', 'démo'],
  'demo%E0%A4%A-cs',
  ...['x'.repeat(65), `"${'x'.repeat(65)}"`, 'eq.demo-cs%26select%3D*', 'https://example.com'],
])('reads no assistant from %j', (id) => {
  expect(read(`vapi_assistant_id=${id}`).assistant).toBeNull();
  expect(read(`assistant_id=demo-cs&vapi_assistant_id=${id}`).assistant).toBeNull();
});

test.each([undefined, '', 'a b', '../a', 'é', 'a\n', 'x'.repeat(65)])(
  'rejects the assistant %j',
  (id) => {
    expect(parseAssistantId(id)).toBeNull();
  },
);

test('keeps a well-formed id, whatever surrounds it', () => {
  const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
  const sign = fc.constantFrom(
    ...'.,;:!?)(][{}⟨⟩「」"\'„“”‘’«»`<>=*~| \t\0\u00a0',
    ...'\ufeff\u200b\u200d\u200f\u202a\u202c\u00ad\u3164\ufe0f…–—👉🏽',
  );
  const junk = fc.string({ unit: sign, maxLength: 6 });
  fc.assert(
    fc.property(id, junk, junk, (assistant, before, after) => {
      // `;a=` and `?a=` begin another parameter.
      fc.pre(!(/[;?]/.test(before) && after.includes('=')));
      const value = encodeURIComponent(before + assistant + after);
      for (const written of [assistant, value, encodeURIComponent(value)])
        expect(read(`vapi_assistant_id=${written}`).assistant).toBe(assistant);
    }),
  );
});

test('keeps the id in front of any rubbish that is a parameter of its own', () => {
  const rubbish = fc.constantFrom(
    ...['&', ';', '=', '&lt;', 'lt;', '0', 'a', '%', '%26', '%3B', '<i>', '"', ' ', 'ž', '_', '[]'],
    ...['contact_name', 'vapi_assistant_id=other', '__proto__', '?', '#', '\n\n', '%0A', '\\u0026'],
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(rubbish, fc.string({ maxLength: 5 }))), (parts) => {
      expect(read(`vapi_assistant_id=demo-cs&${parts.join('')}`).assistant).toBe('demo-cs');
    }),
    { numRuns: 1000, examples: [[['&lt;0;']], [['lt;0;']]] },
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
      const parameters = readParameters(`${PAGE}vapi_assistant_id=${parts.join('')}`);
      const { vapi_assistant_id: assistant, contact_name: name } = readPersonalLink(parameters);
      if (assistant !== null) {
        found += 1;
        expect(assistant).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
        // The parts may happen to encode a sign of it.
        const sent = JSON.stringify(parameters).replace(/%(?:25)+/g, '%');
        expect(unescape(sent)).toContain(assistant);
      }
      if (name !== null) expect(cleanContactName(name)).toBe(name);
    }),
    { numRuns: 1000 },
  );
  expect(found).toBeGreaterThan(50);
});

test('a link with the longest names is read among other parameters, encoded three times', () => {
  const contact_name = `${'Ž'.repeat(29)} ${'ř'.repeat(30)}`;
  const company_name = 'Společnost s velmi dlouhým názvem, spol. s r.o. '.repeat(2).trim();
  const prospect = buildProspect({
    contact_name,
    company_name,
    vapi_assistant_id: 'a'.repeat(64),
  });
  const { search } = new URL(buildPersonalLink(SITE, prospect));
  const query = encodeURIComponent(encodeURIComponent(search.slice(1)));
  const junk = { junk: 'x'.repeat(16_000), gclid: 'y'.repeat(120) };
  expect(readPersonalLink({ ...junk, ...readParameters(SITE + search) })).toEqual(prospect);
  expect(readPersonalLink({ ...junk, [query]: '' })).toEqual(prospect);
});
