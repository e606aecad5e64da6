/** @jest-environment node */
import fc from 'fast-check';
import { cleanContactName, NAME_MAX_LENGTH } from '@/lib/outreach/contact-name';

test.each([
  ['Czech diacritics', 'Jiří Šťastný'],
  ['every Czech letter', 'Příliš Žluťoučký Kůň Úpěl Ďábelské Ódy'],
  ['a double-barrelled name', 'Anna Nováková-Dvořáková'],
  ['a title with its dot', 'Ing. Jan Novák'],
  ['a doctorate', 'Jan Novák Ph.D.'],
  ['a degree behind a comma', 'Ing. Jan Novák, Ph.D.'],
  ['two degrees', 'JUDr. Eva Malá, LL.M., MBA'],
  ['a degree with a space', 'Petr Svoboda, Ph. D.'],
  ['a professor of sciences', 'prof. RNDr. Jana Černá, DrSc., dr. h. c.'],
  ['spaced initials', 'J. R. R. Tolkien'],
  ['initials in a row', 'J.R.R. Tolkien'],
  ['an initial stuck to the name', 'J.Novák'],
  ['a small initial before a space', 'J.d Novák'],
  ['an apostrophe', "Sinéad O'Connor"],
  ['a name that begins with one', "'t Hooft"],
  ['Vietnamese', 'Nguyễn Thị Phương Thảo'],
  ['Arabic', 'محمد بن سلمان'],
  ['Arabic with vowel marks', 'مُحَمَّد'],
  ['Hebrew', 'דָּוִד כהן'],
  ['Thai', 'สมชาย ใจดี'],
  ['Chinese', '王小明'],
  ['Ukrainian with a letter apostrophe', 'В’ячеслав Черновіл'.replace('’', '\u02bc')],
  ['a chartered analyst', 'Jan Novák, CFA'],
  ['degrees behind one comma', 'Jan Novák, MSc. MBA'],
  ['degrees with commas and spaces', 'Ing. Jan Novák, Ph.D. MBA, LL.M.'],
  ['degrees behind a space', 'Jan Novák CSc. MBA'],
  ['a master of laws behind a space', 'Jan Novák LL.M.'],
  ['a degree stuck to a degree', 'Jan Novák, CSc.MBA'],
  ['a degree with all of its dots', 'Jan Novák, F.C.C.A., M.B.A.'],
  ['a title behind the name', 'Novák Jan, Ing.'],
  ['a title with a comma before the name', 'Ing., Mgr. Jan Novák'],
  ['an engineer of a hyphen', 'Dr.-Ing. Jan Novák'],
  ['a title stuck to the name', 'Bc.Jana Malá'],
  ['an engineer stuck to a surname', 'Ing.Novák'],
  ['a doctor stuck to the name', 'MUDr.Jana Malá'],
  ['a title of two words', 'Ing.arch. Jan Novák'],
  ['a title of two words stuck to the name', 'Ing.arch.Jan Novák'],
  ['titles stuck to each other', 'doc.RNDr.Jana Černá, CSc.'],
  ['two titles with a conjunction', 'Mgr. et Mgr. Jana Malá'],
  ['a title stuck to an initial', 'Bc.J.Novák'],
  ['a title stuck to an Irish name', "Bc.O'Connor"],
  ['a title in capitals stuck to the name', 'ING.Jan Novák'],
  ['a small doctorate', 'Jan Novák ph.d'],
  ['sixty characters', 'ř'.repeat(60)],
  ['sixty characters outside the basic plane', '𞤀'.repeat(60)],
])('%s is kept: %s', (_what, name) => {
  expect(cleanContactName(name)).toBe(name);
});

test.each([
  ['decomposed accents are composed', 'Jir\u030ci\u0301', 'Jiří'],
  ['sixty letters with their accents apart', 'r\u030c'.repeat(60), 'ř'.repeat(60)],
  ['a curly apostrophe becomes a straight one', 'O’Connor', "O'Connor"],
  ['outer spaces go', '  Jan  ', 'Jan'],
  ['runs of spaces become one', 'Jan   Novák', 'Jan Novák'],
  ['a space is set behind a comma', 'Jan Novák,CSc.', 'Jan Novák, CSc.'],
  ['a space before a comma goes', 'Jan Novák , DiS.', 'Jan Novák, DiS.'],
  ['a no-break space is a space', 'Ing.\u00a0Jan', 'Ing. Jan'],
  ['every Unicode space is a space', 'Jan\u2003\u202f\u3000\u2028Novák', 'Jan Novák'],
  ['a dash is a hyphen', 'Nováková–Malá', 'Nováková-Malá'],
  ['every dash is a hyphen', 'A‐B‑C‒D–E—F―G−H﹣I－J', 'A-B-C-D-E-F-G-H-I-J'],
  ['an acute accent is an apostrophe', 'O´Connor', "O'Connor"],
  ['a grave accent is an apostrophe', 'O`Connor', "O'Connor"],
  ['an opening quote is an apostrophe', 'O‘Connor', "O'Connor"],
  ['a prime or a wide apostrophe is one', 'O′Con＇nor', "O'Con'nor"],
  ['a right-to-left mark goes', 'Jan\u200f Novák', 'Jan Novák'],
  ['a right-to-left override goes', '\u202eJan', 'Jan'],
  ['bidi isolates go', '\u2067Jan\u2069', 'Jan'],
  ['a zero-width space goes', 'Jan Novák\u200b', 'Jan Novák'],
  ['a zero-width joiner goes', 'Jan\u200dNovák', 'JanNovák'],
  ['a soft hyphen goes', 'No\u00advák', 'Novák'],
  ['a byte order mark goes', '\ufeffJan\ufeff Novák', 'Jan Novák'],
  ['a word joiner, a filler and a variation selector go', 'J\u2060a\u3164n\ufe0f', 'Jan'],
  ['an accent behind a joiner is composed', 'Jir\u200d\u030ci\u0301', 'Jiří'],
  ['the space that an invisible character leaves is one', 'Jan \u200b Novák', 'Jan Novák'],
])('%s', (_what, typed, name) => {
  expect(cleanContactName(typed)).toBe(name);
});

test.each([
  ['nothing', undefined],
  ['empty text', ''],
  ['only spaces', '   '],
  ['no letter', "-.'"],
  ['an emoji', 'Jan 😀'],
  ['an emoji of several parts', '👩‍💻'],
  ['a digit', 'Jan 2'],
  ['an underscore', 'Jan_Novák'],
  ['what is no degree behind a comma', 'Jan Novák, vyhráli jste'],
  ['a host behind a comma', 'Jan Novák, co.uk'],
  ['a degree with something after it', 'Jan Novák, MBA zdarma'],
  ['a comma at the end', 'Jan Novák,'],
  ['a comma at the beginning', ', MBA'],
  ['two commas in a row', 'Jan Novák,, MBA'],
  ['a degree alone behind no name', '. , MBA'],
  ['degrees beyond sixty characters', `${'ř'.repeat(56)}, MBA`],
  ['a tab', 'Jan\tNovák'],
  ['a line break', 'Jan\nNovák'],
  ['a NUL', 'Jan\0'],
  ['HTML', '<b>Jan</b>'],
  ['an entity', 'Jan&amp;Co'],
  ['a quote', 'Jan "Honza"'],
  ['a template', '{{name}}'],
  ['an address', 'https://example.com'],
  ['an address without a scheme', 'www.example.com'],
  ['a host', 'example.cz'],
  ['a host in capitals', 'EXAMPLE.CZ'],
  ['a host with a hyphen', 'x-y.cz'],
  ['hyphens on both sides of the dot, in capitals', 'X-Y.C-Z'],
  ['struck-out capitals on both sides of the dot', 'X\u0335Y\u0335.C\u0335Z'],
  ['a struck-out small letter behind the dot', 'T.c\u0335o'],
  ['a host in a sentence', 'Jan z example.cz'],
  ['a host with a decomposed letter', 'pr\u030ci\u0301klad.cz'],
  ['a host in another script', 'пример.рф'],
  ['a host of one letter', 't.co'],
  ['the same with a capital', 'T.co'],
  ['one letter between dots', 'www.a.cz'],
  ['a host behind an apostrophe', "'example'.'com'"],
  ['a full-width dot', 'example．com'],
  ['an ideographic dot', 'example。com'],
  ['an e-mail address', 'jan@example.com'],
  ['invisible characters alone', '\u200b\u00ad\u200f'],
  ['a host with an invisible character', 'evil\u200b.com'],
  ['a host behind an override', '\u202eevil.com'],
  ['a host behind a title', 'Ing. evil.com'],
  ['a host stuck to a title', 'Ing.evil.com'],
  ['a capitalised host stuck to a title', 'Ing.Evil.com'],
  ['a host that begins with a title', 'ing.cz'],
  ['the same, capitalised', 'Ing.Cz'],
  ['the same, in capitals', 'ING.COM'],
  ['a top-level domain that looks like a name', 'Bc.Info'],
  ['the same with a dot behind it', 'Dr.Com. Novák'],
  ['a host of two titles', 'doc.ing'],
  ['a host of two titles behind a comma', 'Jan Novák, ing.phd'],
  ['a title without its space in small letters', 'bc.jana malá'],
  ['what is no title, stuck to a name', 'Xyz.Jana Malá'],
  ['a name with a title stuck behind it', 'Jana.Bc Malá'],
  ['a sentence behind a comma and a title', 'Jan Novák, Ing. vyhráli jste'],
  ['a sentence behind a comma, among degrees', 'Jan Novák, MBA, vyhráli jste, CSc.'],
  ['sixty-one characters', 'ř'.repeat(61)],
  ['ten thousand characters', 'a'.repeat(10_000)],
  ['ten thousand marks', `a${'\u0301'.repeat(10_000)}`],
  ['a tower of marks', `Ja${'\u0335'.repeat(20)}n`],
  ['a mark of its own', '\u0301Jan'],
  ['a lone surrogate', 'Jan\ud83d'],
  ['a private-use character', 'Jan\ue000'],
])('%s is dropped', (_what, typed) => {
  expect(cleanContactName(typed)).toBeNull();
});

test('whatever is kept is safe to show, and cleaning it again changes nothing', () => {
  const letter = fc.constantFrom(
    ...['a', 'Ž', 'ř', '王', 'м', 'א', 'ß', 'ﬁ', '𞤀', "'", '’', '-', '.', ' ', '\u00a0'],
    ...['\u030c', '\u0327', '\u0301', '\u200f', '\u2028', '<', '&', '"', '@', ':', '/', '1', '😀'],
  );
  const likely = fc.string({ unit: letter, maxLength: 70 });
  const plain = fc.string({ unit: fc.constantFrom(...'aŽř.’- \u030c\u0301'), maxLength: 70 });
  let kept = 0;
  fc.assert(
    fc.property(fc.oneof(likely, plain, fc.string({ unit: 'binary' })), (typed) => {
      const name = cleanContactName(typed);
      if (name === null) return;
      kept += 1;
      expect([...name].length).toBeLessThanOrEqual(NAME_MAX_LENGTH);
      expect(name).toMatch(/^[\p{L}\p{M} .'-]+$/u);
      expect(name).not.toMatch(/^ | $| {2}/);
      expect(name.replace(/\p{M}/gu, '')).not.toMatch(/\p{L}{2,}\.\p{L}{2,}/u);
      expect(name).toBe(name.normalize('NFC'));
      expect(cleanContactName(name)).toBe(name);
    }),
    { numRuns: 1500 },
  );
  expect(kept).toBeGreaterThan(90);
});

test('between known titles a name reads as a link or not, whatever is stuck to it', () => {
  const title = fc.constantFrom('Ing.', 'Bc.', 'doc.', 'Ing.arch.', 'CSc.', 'MBA', 'dr.');
  const host = fc.constantFrom('cz', 'com', 'Com', 'CZ', 'evil.com', 'Evil.Cz', 't.co', 'info');
  const name = fc.constantFrom('Jana', 'Jan Novák', 'Žofie Malá', "O'Connor", 'J.Novák');
  const titles = fc.array(title, { maxLength: 4 });
  fc.assert(
    fc.property(titles, name, host, (before, shown, dropped) => {
      const prefix = before.map((one) => (one.endsWith('.') ? one : `${one} `)).join('');
      expect(cleanContactName(prefix + shown)).toBe(prefix + shown);
      if (/\.$/.test(prefix)) expect(cleanContactName(prefix + dropped)).toBeNull();
    }),
  );
});

test('what nobody sees changes nothing, and look-alikes are the same name', () => {
  const lookAlikes: Record<string, string[]> = {
    ' ': [' ', '\u00a0', '\u2009', '\u3000'],
    '-': ['-', '–', '‑', '—', '−'],
    "'": ["'", '’', '‘', '´', '`'],
  };
  const invisible = fc.constantFrom('', '', '\u200b', '\u00ad', '\u200e', '\u2066', '\ufeff');
  const character = fc.constantFrom(...'aŽř王м', ' ', '-', "'", '.', '@', '1');
  const typed = character.chain((plain) =>
    fc.tuple(invisible, fc.constantFrom(...(lookAlikes[plain] ?? [plain]))).map((parts) => {
      return [plain, parts.join('')] as const;
    }),
  );
  fc.assert(
    fc.property(fc.array(typed, { maxLength: 30 }), (letters) => {
      const [plain, disguised] = [0, 1].map((side) => letters.map((pair) => pair[side]).join(''));
      expect(cleanContactName(disguised)).toBe(cleanContactName(plain));
    }),
  );
});

test('a name is kept whole: no letter of it is lost or added', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'aŽř王мא-. '), maxLength: 60 });
  fc.assert(
    fc.property(letters, (typed) => {
      const name = cleanContactName(typed);
      if (name !== null) expect(name).toBe(typed.trim().replace(/ +/g, ' '));
    }),
  );
});
