import { fc } from '@/__tests__/support/fast-check';
import { buildForm, EMPTY_FORM } from '@/__tests__/support/contact-form';
import { cleanEmail } from '@/lib/contact/email';
import { checkField, parseContactRequest } from '@/lib/contact/schema';
import { fieldErrorsEn } from '@/lib/content/contact-en';

const parse = (email: string) => parseContactRequest(buildForm({ email }));
const REFUSED = { ok: false, fields: { email: fieldErrorsEn.email_invalid } };

test.each([
  // As mail programs copy it.
  ...['JAN NOVÁK <JAN@FIRMA.CZ>', '"Novák, Jan" <jan@firma.cz>', 'Jan Novák\r\n\t<jan@firma.cz>'],
  ...['Jan @ Firma <jan@firma.cz>', 'Jan Novák (Firma) <jan@firma.cz>;', '<jan@firma.cz>, '],
  ...['jan@firma.cz>', 'jan@firma.cz <jan@firma.cz>', 'Jan ＜jan@firma.cz＞'],
  // As links hold it.
  ...['mailto:jan@firma.cz', 'MailTo: jan@firma.cz', 'mailto:Jan <jan@firma.cz>'],
  ...['mailto:jan@firma.cz?subject=a&cc=petr@firma.cz', 'mailto:jan@firma.cz?body=<b>'],
  ...['jan@firma.cz<mailto:jan@firma.cz>', '"<mailto:jan@firma.cz>', 'mailto:jan@firma.cz?'],
  // As text has it.
  ...['jan@firma.cz, ', 'jan@firma.cz...', 'jan@firma.cz;', '<jan@firma.cz', 'jan@firma.cz ;'],
  ...[
    '"jan@firma.cz"',
    "'jan@firma.cz',",
    '“jan@firma.cz.”',
    '«jan@firma.cz»',
    '(jan@firma.cz)',
    'jan@firma.cz 🙂',
  ],
  // With signs that look like others, or like nothing.
  ...['ｊａｎ＠ｆｉｒｍａ．ｃｚ', '\u3000jan@firma.cz\u00a0', 'jan\u034f@firma\ufe0f.cz'],
  ...['\u202ajan\u200b@fir\u00adma.cz\u202c', 'jan\0@firma.cz\n'],
])('reads %j as jan@firma.cz', (typed) => {
  expect(parse(typed)).toMatchObject({ ok: true, value: { email: 'jan@firma.cz' } });
});

test.each([
  // Several addresses, so the intended one is unclear.
  ...['jan@firma.cz, petr@firma.cz', 'jan@firma.cz petr@firma.cz', 'jan@firma.cz/petr@firma.cz'],
  ...['jan@firma.cz (petr@firma.cz)', 'Jan <jan@firma.cz>, petr@firma.cz', 'jan,petr@firma.cz'],
  ...['<jan@firma.cz><petr@firma.cz>', 'mailto:jan@firma.cz,petr@firma.cz', 'jan;petr@firma.cz'],
  // An address in pieces, or in other words.
  ...['jan novak@firma.cz', 'jan\u2028novak@firma.cz', 'E-mail: jan@firma.cz'],
  'Jan (jan@firma.cz)',
  ...['jan@firma.cz Praha', 'jan@ firma.cz', 'jan@firma. cz', 'jan<novak@firma.cz'],
  ...['jan@mail.firma>cz', 'a<b>@firma.cz', 'jan@firma,cz', 'jan@firma;cz', '&lt;jan@firma.cz&gt;'],
  // Text that is stuck to it.
  ...['email:jan@firma.cz', 'https://jan@firma.cz', 'jan:novak@firma.cz', '[mailto:jan@firma.cz]'],
  ...['mailto:mailto:jan@firma.cz', 'href="mailto:jan@firma.cz'],
  ...['[jan@firma.cz](mailto:jan@firma.cz)', '<a href="mailto:jan@firma.cz">jan@firma.cz</a>'],
  // A domain with an empty label.
  ...['jan@firma..cz', 'jan@.firma.cz', 'jan@..', 'jan@@firma.cz'],
  // Encoded addresses.
  ...['mailto:jan%40firma.cz', 'mailto:?to=jan@firma.cz'],
])('refuses %j', (typed) => {
  expect(parse(typed)).toEqual(REFUSED);
});

test.each([
  ...["'t.hooft@firma.nl", '!jan@firma.cz', '"jan.novak"@firma.cz', 'jan..novak@firma.cz'],
  ...['.jan.@firma.cz', 'jan(work)@firma.cz', 'jan@my_firma.cz', 'jan?novak@firma.cz'],
  ...['jan%novak@firma.cz', 'jan/novak@firma.cz', 'jan@[192.0.2.1]', '_jan_@firma.cz'],
  ...['jan@i❤.ws', 'jan@उदाहरण.भारत', 'jan@xn--pklad-zra79e.cz'],
  'jan@paral·lel.cat',
])('leaves %j as it is', (typed) => {
  expect(parse(typed)).toMatchObject({ ok: true, value: { email: typed } });
});

/** Returns the visible characters of a text, half-width and lower-cased. */
const makeReadable = (typed: string) =>
  typed
    .replace(/(?!\s)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[\uff01-\uff5e]/g, (wide) => wide.normalize('NFKC'))
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .toLowerCase();

const signs = fc.constantFrom(
  ...'<>‹›«»()[]{}"\'„“”‘’`*_|/\\.,;:!?…–•@＠＜＞．，。%&+=~^$#'.split(''),
  ...[' ', '\r\n', '\u0085', '\u2028', '\u00a0', '\u3000', '\u200b', '\u00ad', '\ufeff', ']('],
  '@a.',
  ...['.cz', 'mailto:', 'MAILTO:', '?to=', '?subject=', '%40', '%2B', 'e-mail:', ' <'],
);
const addresses = fc.constantFrom('jan@firma.cz', 'petr@x.cz', 'Eva@Example.com', 'ｊ＠ｆ．cz');
const words = fc.constantFrom('jan', 'Novák', 'a', 'firma.cz', 'İ', 'Σ', '漢', '😀', '\ud83d');
const join = (parts: fc.Arbitrary<string>, maxLength: number) =>
  fc.array(parts, { maxLength }).map((pieces) => pieces.join(''));

test('stores an address only as it was typed, in one piece', () => {
  const other = fc.string({ unit: 'binary', maxLength: 2 });
  let accepted = 0;
  fc.assert(
    fc.property(join(fc.oneof(signs, signs, addresses, words, other), 9), (typed) => {
      const parsed = parse(typed);
      if (!parsed.ok) return;
      accepted += 1;
      const { email } = parsed.value;
      expect(makeReadable(typed)).toContain(email);
      expect(email).toMatch(/^[^\s@]+@[^\s@]+\.[^\s@]+$/);
      expect(email).not.toMatch(/[,;<>]|@\.|\.\.[^@]*$|\.$/);
      expect(parse(email)).toEqual(parsed);
    }),
    { numRuns: 5000 },
  );
  expect(accepted).toBeGreaterThan(250);
});

test('chooses none of two different addresses', () => {
  const around = join(fc.oneof(signs, words), 3);
  const two = fc
    .tuple(around, around, around)
    .map(([a, b, c]) => `${a} jan@firma.cz ${b} petr@x.cz ${c}`);
  fc.assert(
    fc.property(two, (typed) => {
      // What follows `?` in a link is no address to write to, and what is before `<` a name.
      fc.pre(!/mail|\?|[<＜]/i.test(typed));
      expect(parse(typed).ok).toBe(false);
    }),
    { numRuns: 5000 },
  );
});

test.each([
  ['email', 'Eva <eva@gmial.com>', undefined, 'eva@gmail.com'],
  ['message', 'eva@gmial.com', undefined, null],
  ['email', 'eva@ymail.com', undefined, null],
  ['email', 'eva @gmial.com', REFUSED.fields.email, null],
] as const)('says of the field %s with the address %j: %s, %s', (field, email, error, hint) => {
  expect(checkField(field, { ...EMPTY_FORM, email })).toEqual({ error, hint });
});

test('reads pasted text of at most 1,000 characters, and spaces around it', () => {
  const name = 'n'.repeat(1000 - ' <jan@firma.cz>'.length);
  expect(parse(`${' '.repeat(1000)}${name} <jan@firma.cz>`).ok).toBe(true);
  expect(parse(`n${name} <jan@firma.cz>`)).toEqual(REFUSED);
});

test('finds an address to erase however it was copied', () => {
  expect(cleanEmail('Eva Malá <Eva@Example.com>')).toBe('eva@example.com');
});
