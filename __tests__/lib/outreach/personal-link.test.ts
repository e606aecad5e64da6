/** @jest-environment node */
import fc from 'fast-check';
import { parseAssistantId } from '@/lib/outreach/assistant-id';
import { cleanContactName } from '@/lib/outreach/contact-name';
import { buildPersonalLink, readPersonalLink } from '@/lib/outreach/personal-link';

const SITE = 'https://callwright.example';

/** What the page gets for an address, as Next hands it over. */
function parametersOf(link: string) {
  const { searchParams } = new URL(link);
  const all = [...searchParams.keys()].map((key) => [key, searchParams.getAll(key)] as const);
  return Object.fromEntries(
    all.map(([key, values]) => [key, values.length > 1 ? values : values[0]]),
  );
}

test('a link greets and calls whom it was made for', () => {
  const link = buildPersonalLink(SITE, {
    name: 'Jan Novák',
    company: 'Novák s.r.o.',
    assistant: 'demo-cs',
  });
  expect(link).toBe(
    `${SITE}/outreach?vapi_assistant_id=demo-cs&contact_name=Jan%20Nov%C3%A1k&company_name=Nov%C3%A1k%20s.r.o.`,
  );
  expect(readPersonalLink(parametersOf(link))).toEqual({
    contactName: 'Jan Novák',
    assistantId: 'demo-cs',
  });
});

test('a prospect without a name or a company has a shorter link', () => {
  const link = buildPersonalLink(SITE, { name: null, company: null, assistant: 'demo-cs' });
  expect(link).toBe(`${SITE}/outreach?vapi_assistant_id=demo-cs`);
});

test('of a repeated parameter the first usable value counts', () => {
  const parameters = { contact_name: ['Jan', 'Eva'], vapi_assistant_id: ['one', 'two'] };
  expect(readPersonalLink(parameters)).toEqual({ contactName: 'Jan', assistantId: 'one' });
  const unfit = { contact_name: ['<b>', 'Eva'], vapi_assistant_id: ['', 'a b', 'two'] };
  expect(readPersonalLink(unfit)).toEqual({ contactName: 'Eva', assistantId: 'two' });
});

test('a link that is cut at any of its separators still calls the assistant', () => {
  const link = buildPersonalLink(SITE, { name: 'Jan', company: 'A&B', assistant: 'demo-cs' });
  for (const cut of [link.split('&')[0], link.slice(0, link.lastIndexOf('&')), `${link}&`])
    expect(readPersonalLink(parametersOf(cut ?? '')).assistantId).toBe('demo-cs');
});

const UUID = '3d0c2d9e-7a51-4c3b-9a0e-2f6d1b8e5c77';
const read = (query: string) => readPersonalLink(parametersOf(`${SITE}/outreach?${query}`));

test.each([
  ['a period', 'demo-cs.'],
  ['a comma', 'demo-cs,'],
  ['round brackets', '(demo-cs)'],
  ['square brackets', '[demo-cs]'],
  ['curly brackets', '{demo-cs}'],
  ['angle brackets', '%3Cdemo-cs%3E'],
  ['a closing angle bracket', 'demo-cs>'],
  ['mathematical and CJK brackets', '⟨「demo-cs」⟩'],
  ['straight quotes', '"demo-cs"'],
  ['apostrophes', "'demo-cs'"],
  ['Czech quotes', '„demo-cs“'],
  ['English quotes', '“demo-cs”'],
  ['single quotes', '‘demo-cs’'],
  ['guillemets', '«demo-cs»'],
  ['a backtick', '`demo-cs`'],
  ['an equals sign before it', '=demo-cs'],
  ['a soft line break of a mail', 'demo-cs='],
  ['an equals sign of a mail', '=3Ddemo-cs'],
  ['spaces', '%20demo-cs%20%20'],
  ['a plus', '+demo-cs+'],
  ['an encoded plus', 'demo-cs%2B'],
  ['line breaks', '%0D%0Ademo-cs%0D%0A'],
  ['a line break that is not encoded', 'demo-cs\n'],
  ['a tab', '%09demo-cs%09'],
  ['a NUL', 'demo-cs%00'],
  ['no-break spaces', '\u00a0demo-cs\u00a0'],
  ['a no-break space of another encoding', 'demo-cs%A0'],
  ['byte order marks', '\ufeffdemo-cs\ufeff'],
  ['zero-width characters', '\u200bdemo-cs\u200d'],
  ['soft hyphens and direction marks', '\u00ad\u202ademo-cs\u202c\u200f'],
  ['a filler and a variation selector', '\u3164demo-cs\ufe0f'],
  ['a dash', '– demo-cs —'],
  ['asterisks', '**demo-cs**'],
  ['a tilde and a bar', '~demo-cs|'],
  ['an ellipsis', 'demo-cs…'],
  ['the end of a sentence', 'demo-cs").'],
  ['more of it', 'demo-cs%22%3E)%20!?;:'],
  ['an emoji', 'demo-cs👉🏽'],
  ['a slash', 'demo-cs/'],
  ['HTML entities', '%26lt%3Bdemo-cs%26gt%3B%26%23160%3B'],
  ['HTML entities that are not encoded', 'demo-cs&gt;&nbsp;'],
  ['a fragment', 'demo-cs#greeting'],
  ['an encoded fragment', 'demo-cs%23greeting'],
  ['a text fragment', 'demo-cs%23:~:text=AI%20asistent'],
  ['an encoded space', 'demo-cs%2520'],
  ['an encoded encoded space', 'demo-cs%252520'],
  ['encoded quotes', '%2522demo-cs%2522'],
])('%s around the id is no part of it: %s', (_what, value) => {
  expect(read(`vapi_assistant_id=${value}`).assistantId).toBe('demo-cs');
  expect(read(`contact_name=Jana&vapi_assistant_id=${value}`).assistantId).toBe('demo-cs');
});

test.each([
  ['HTML in between', 'vapi_assistant_id=demo-cs&amp;contact_name=Jana', 'Jana'],
  ['HTML in between, id last', 'contact_name=Jana&amp;vapi_assistant_id=demo-cs', 'Jana'],
  ['HTML twice', 'vapi_assistant_id=demo-cs&amp;amp;contact_name=Jana', 'Jana'],
  ['an encoded &amp;', 'vapi_assistant_id=demo-cs%26amp%3Bcontact_name=Jana', 'Jana'],
  ['an encoded & as a number', 'vapi_assistant_id=demo-cs%26%2338%3Bcontact_name=Jana', 'Jana'],
  ['the same in base 16', 'vapi_assistant_id=demo-cs%26%23x26%3Bcontact_name=Jana', 'Jana'],
  ['an encoded &amp;amp;', 'vapi_assistant_id=demo-cs%26amp%3Bamp%3Bcontact_name=Jana', 'Jana'],
  [
    'a number of HTML, which is a fragment',
    'vapi_assistant_id=demo-cs&#38;contact_name=Jana',
    null,
  ],
  ['a semicolon', 'vapi_assistant_id=demo-cs;contact_name=Jana', 'Jana'],
  ['a second question mark', 'vapi_assistant_id=demo-cs?contact_name=Jana', 'Jana'],
  ['an encoded &', 'vapi_assistant_id=demo-cs%26contact_name%3DJana', 'Jana'],
  ['a whole encoded query', 'vapi_assistant_id%3Ddemo-cs%26contact_name%3DJana', 'Jana'],
  ['one that is encoded twice', 'vapi_assistant_id%253Ddemo-cs%2526contact_name%253DJana', 'Jana'],
  ['one with the name first', 'contact_name%3DJana%26vapi_assistant_id%3Ddemo-cs', 'Jana'],
  ['one with its question mark', '%3Fvapi_assistant_id%3Ddemo-cs%26contact_name%3DJana', 'Jana'],
  ['names in capitals', 'VAPI_ASSISTANT_ID=demo-cs&CONTACT_NAME=Jana', 'Jana'],
  ['names in mixed case', 'Vapi_Assistant_Id=demo-cs&amp;Contact_Name=Jana', 'Jana'],
  ['spaces around the names', '%20vapi_assistant_id%20=demo-cs&+contact_name=Jana', 'Jana'],
  [
    'invisible characters in the names',
    'vapi_\u200bassistant_id=demo-cs&contact\u00ad_name=Jana',
    'Jana',
  ],
  ['escaped underscores', 'vapi\\_assistant\\_id=demo-cs&contact\\_name=Jana', 'Jana'],
  ['a question mark too many', '?vapi_assistant_id=demo-cs&?contact_name=Jana', 'Jana'],
  [
    'a repeated id',
    'vapi_assistant_id=demo-cs&contact_name=Jana&vapi_assistant_id=demo-cs',
    'Jana',
  ],
  [
    'an empty id before it',
    'vapi_assistant_id=&contact_name=Jana&vapi_assistant_id=demo-cs',
    'Jana',
  ],
  [
    'the id in another case again',
    'vapi_assistant_id=&contact_name=Jana&VAPI_assistant_id=demo-cs',
    'Jana',
  ],
  ['parameters of a campaign', 'vapi_assistant_id=demo-cs&contact_name=Jana&utm_source=x', 'Jana'],
  [
    'those behind a question mark',
    'vapi_assistant_id=demo-cs?utm_source=x&contact_name=Jana',
    'Jana',
  ],
  ['those behind a slash', 'contact_name=Jana&vapi_assistant_id=demo-cs/?utm_source=x', 'Jana'],
  [
    'an encoded campaign',
    'contact_name=Jana&vapi_assistant_id=demo-cs%3Futm_source%3Dx%26a%3D1',
    'Jana',
  ],
  [
    'the source of a mail',
    'vapi_assistant_id=3Ddemo-cs&contact_name=3DJana&company_name=3DA',
    'Jana',
  ],
  ['quotes around the link', 'vapi_assistant_id=demo-cs&contact_name=Jana%22%3E', 'Jana'],
  ['brackets around the link', 'vapi_assistant_id=demo-cs&contact_name=Jana).', 'Jana'],
  ['no name', 'vapi_assistant_id=demo-cs&contact_name=', null],
])('%s: the link is understood', (_what, query, contactName) => {
  expect(read(query)).toEqual({ contactName, assistantId: 'demo-cs' });
});

test('the source of a mail is told by a UUID alone, and an id may begin with 3D', () => {
  expect(read(`vapi_assistant_id=3D${UUID}`).assistantId).toBe(UUID);
  expect(read(`vapi_assistant_id=${UUID}`).assistantId).toBe(UUID);
  expect(read('vapi_assistant_id=3Ddemo-cs&contact_name=Jana').assistantId).toBe('3Ddemo-cs');
  expect(read('vapi_assistant_id=3Ddemo-cs').assistantId).toBe('3Ddemo-cs');
});

test.each([
  ['encoded twice', 'Jana%2520Nov%25C3%25A1kov%25C3%25A1', 'Jana Nováková'],
  ['encoded three times', 'Jana%252520Nov%2525C3%2525A1kov%2525C3%2525A1', 'Jana Nováková'],
  ['encoded, with a plus', 'Jana%2BNov%25C3%25A1kov%25C3%25A1', 'Jana Nováková'],
  ['with a plus', 'Jana+Nov%C3%A1kov%C3%A1', 'Jana Nováková'],
  ['with a no-break space', 'Jana%C2%A0Nov%C3%A1kov%C3%A1', 'Jana Nováková'],
  ['with the end of a sentence', 'Ing.%20Jan%20Nov%C3%A1k,%20Ph.D.).', 'Ing. Jan Novák, Ph.D.'],
  ['with a comma behind it', 'Jan%20Nov%C3%A1k,', 'Jan Novák'],
  ['cut inside a letter', 'Jana%20Nov%C3', null],
  ['cut inside an encoded letter', 'Jana%2520Nov%25C3', null],
  ['with a semicolon', 'Jana;Eva', null],
  ['with an entity', 'Jana%26amp%3BEva', null],
  ['with a tag', '%3Cb%3EJana%3C%2Fb%3E', null],
  ['as a template', '%7B%7Bname%7D%7D', null],
  ['as an encoded link', 'evil%252Ecom', null],
  ['as a link at the end of a sentence', 'evil.com).', null],
])('a name %s is kept whole or dropped whole', (_what, value, contactName) => {
  const expected = { contactName, assistantId: 'demo-cs' };
  expect(read(`vapi_assistant_id=demo-cs&contact_name=${value}`)).toEqual(expected);
});

test.each([
  ['nothing', 'contact_name=Jana'],
  ['an empty id', 'vapi_assistant_id='],
  ['punctuation', 'vapi_assistant_id=%22%3E.'],
  ['a tag behind it', 'vapi_assistant_id=demo-cs<script>'],
  ['a tag around another', 'vapi_assistant_id=%3Cscript%3Ealert(1)%3C/script%3E'],
  ['a path', 'vapi_assistant_id=../x'],
  ['an encoded path', 'vapi_assistant_id=..%252Fx'],
  ['a path behind it', 'vapi_assistant_id=x/../y'],
  ['a path of Windows', 'vapi_assistant_id=%5Cx'],
  ['an address', 'vapi_assistant_id=https://example.com'],
  ['a space inside', 'vapi_assistant_id=demo%20cs'],
  ['a plus inside', 'vapi_assistant_id=demo+cs'],
  ['an invisible character inside', 'vapi_assistant_id=demo\u200bcs'],
  ['a period inside', 'vapi_assistant_id=demo.cs'],
  ['an accent', 'vapi_assistant_id=démo'],
  ['an accent at the end', 'vapi_assistant_id=demo-csé'],
  ['65 letters', `vapi_assistant_id=${'x'.repeat(65)}`],
  ['65 letters in quotes', `vapi_assistant_id="${'x'.repeat(65)}"`],
  ['a filter', 'vapi_assistant_id=eq.demo-cs%26select%3D*'],
  ['a broken escape', 'vapi_assistant_id=demo%E0%A4%A-cs'],
  ['a parameter of a similar name', 'assistant_id=demo-cs&vapi_assistant_id_2=demo-cs'],
])('%s counts as no assistant', (_what, query) => {
  expect(read(query).assistantId).toBeNull();
});

const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
const junk = fc.string({
  unit: fc.constantFrom(...'.,;:!?)(]["\'„“”’«»<>=*~| \n\r\t\u00a0\ufeff\u200b\u200f\u00ad…–'),
  maxLength: 6,
});

test('a well-formed id is kept as it is, whatever is around it', () => {
  fc.assert(
    fc.property(id, junk, junk, (assistant, before, after) => {
      const value = encodeURIComponent(before + assistant + after);
      expect(read(`vapi_assistant_id=${assistant}`).assistantId).toBe(assistant);
      expect(read(`vapi_assistant_id=${value}`).assistantId).toBe(assistant);
      expect(read(`vapi_assistant_id=${encodeURIComponent(value)}`).assistantId).toBe(assistant);
    }),
  );
});

test('whatever arrives, the id is a part of it and well-formed, and the name is clean', () => {
  const part = fc.constantFrom(
    ...['vapi_assistant_id', 'contact_name', 'demo-cs', 'Jana', '=', '&', ';', '?', '#', 'amp;'],
    ...['%26', '%3D', '%2520', '%', '<', '"', '3D', '.', '/', ' ', '\u200b', '\u00a0', 'ž', '_'],
  );
  const query = fc.array(fc.oneof(part, fc.string({ maxLength: 3 })), { maxLength: 12 });
  let found = 0;
  fc.assert(
    fc.property(query, (parts) => {
      const parameters = parametersOf(`${SITE}/outreach?vapi_assistant_id=${parts.join('')}`);
      const { assistantId, contactName } = readPersonalLink(parameters);
      if (assistantId !== null) {
        found += 1;
        expect(assistantId).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
        expect(JSON.stringify(parameters)).toContain(assistantId);
      }
      if (contactName !== null) expect(cleanContactName(contactName)).toBe(contactName);
    }),
    { numRuns: 1000 },
  );
  expect(found).toBeGreaterThan(50);
});

test.each(['.', '&', ';a=', '%25', '&amp;', '>.', 'a', '"a', '=3D'])(
  'ten thousand times %j count as missing',
  (unit) => {
    const value = `${unit.repeat(10_000)}!`;
    const missing = { contactName: null, assistantId: null };
    expect(readPersonalLink({ contact_name: value, vapi_assistant_id: value })).toEqual(missing);
    expect(readPersonalLink({ [value]: value })).toEqual(missing);
  },
);

test.each(['a', 'demo-cs', '4c3f_A9', 'x'.repeat(64)])('%s can be an assistant', (id) => {
  expect(parseAssistantId(id)).toBe(id);
});

test.each([undefined, '', ' ', 'a b', 'a/b', '../a', 'é', '<a>', 'a\n', 'x'.repeat(65)])(
  '%j counts as no assistant at all',
  (id) => {
    expect(parseAssistantId(id)).toBeNull();
  },
);

test('any company survives the way through a link, and a plus stays a plus', () => {
  const company = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(company, (text) => {
      const link = buildPersonalLink(SITE, { name: null, company: text, assistant: 'a' });
      expect(new URL(link).searchParams.get('company_name')).toBe(text);
      expect(link).not.toContain('+');
    }),
  );
});
