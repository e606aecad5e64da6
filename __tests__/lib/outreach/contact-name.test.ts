/** @jest-environment node */
import fc from 'fast-check';
import { cleanContactName, NAME_MAX_LENGTH } from '@/lib/outreach/contact-name';

test.each([
  ...['Jiří Šťastný', 'Příliš Žluťoučký Kůň Úpěl Ďábelské Ódy', 'Anna Nováková-Dvořáková'],
  ...['Ing. Jan Novák', 'Jan Novák Ph.D.', 'Ing. Jan Novák, Ph.D.', 'JUDr. Eva Malá, LL.M., MBA'],
  ...['Petr Svoboda, Ph. D.', 'prof. RNDr. Jana Černá, DrSc., dr. h. c.', 'J. R. R. Tolkien'],
  ...['J.R.R. Tolkien', 'J.Novák', 'J.d Novák', "Sinéad O'Connor", "'t Hooft"],
  ...['Nguyễn Thị Phương Thảo', 'محمد بن سلمان', 'مُحَمَّد', 'דָּוִד כהן', 'สมชาย ใจดี', '王小明'],
  'В’ячеслав Черновіл'.replace('’', '\u02bc'),
  ...['Jan Novák, CFA', 'Jan Novák, MSc. MBA', 'Ing. Jan Novák, Ph.D. MBA, LL.M.'],
  ...['Jan Novák CSc. MBA', 'Jan Novák LL.M.', 'Jan Novák, CSc.MBA', 'Jan Novák, F.C.C.A., M.B.A.'],
  ...['Novák Jan, Ing.arch.', 'Novák Jan, Ing.Bc.', 'Jan.', 'J.N.'],
  ...['Novák Jan, Ing.', 'Ing., Mgr. Jan Novák', 'Dr.-Ing. Jan Novák', 'Bc.Jana Malá', 'Ing.Novák'],
  ...['MUDr.Jana Malá', 'Ing.arch. Jan Novák', 'Ing.arch.Jan Novák', 'doc.RNDr.Jana Černá, CSc.'],
  ...['Mgr. et Mgr. Jana Malá', 'Bc.J.Novák', "Bc.O'Connor", 'ING.Jan Novák', 'Jan Novák ph.d'],
  ...['Mgr. et Mgr.Jana Malá', 'Jan Novák, ml.', 'John Smith, Jr.', 'MSDr.Jan Novák'],
  ...['Jan Novák, DrSc., dr. h. c. mult.', 'Jennifer Null', '佐々木 マリー', 'Kalaniʻōpuʻu'],
  // No list has these titles.
  ...['Lic. Petra Malá', 'Xyz.Jana Malá', 'akad.mal. Jan Novák', 'Prof.Dr. Hans Müller'],
  ...['Jan Novák, MHA', 'Jan Novák, M.Arch., dipl. ek.', 'Jan Novák, Csc', 'Ing.Bc. Eva Malá'],
  ...['ING.JAN NOVÁK', 'Dr.phil. Anna Weiß', 'Dipl.-Ing. Otto von Habsburg'],
  ...['PharmDr.Jana Malá', 'PaedDr. Petr Novák', 'Jan Novák, PharmDr.'],
  'ř'.repeat(60),
  '𞤀'.repeat(60),
])('keeps %j', (name) => {
  expect(cleanContactName(name)).toBe(name);
});

test.each([
  ['Jir\u030ci\u0301', 'Jiří'],
  ['r\u030c'.repeat(60), 'ř'.repeat(60)],
  // Signs that stand for an apostrophe, a hyphen or a space.
  ['O’C´o`n‘n′o＇r', "O'C'o'n'n'o'r"],
  ['A‐B‑C‒D–E—F―G−H﹣I－J', 'A-B-C-D-E-F-G-H-I-J'],
  ['Ing.\u00a0Jan\u2003\u202f\u3000\u2028Novák', 'Ing. Jan Novák'],
  ['  Jan   Novák  ', 'Jan Novák'],
  ['Jan Novák,CSc.', 'Jan Novák, CSc.'],
  ['Jan Novák , DiS.', 'Jan Novák, DiS.'],
  // Invisible characters.
  ['\u202eJ\u200fa\u2067n\u2069\u200b', 'Jan'],
  ['\ufeffJan\u200dNo\u00advák\ufeff', 'JanNovák'],
  ['J\u2060a\u3164n\ufe0f', 'Jan'],
  ['Jir\u200d\u030ci\u0301', 'Jiří'],
  ['Jan \u200b Novák', 'Jan Novák'],
])('cleans %j to %j', (typed, name) => {
  expect(cleanContactName(typed)).toBe(name);
});

test.each([
  ...[undefined, '', '   ', "-.'", 'Jan 😀', '👩‍💻', 'Jan 2', 'Jan_Novák'],
  // What programs write for no name, a name that was cut, and misread letters.
  ...['null', 'NULL', 'undefined', 'None', 'Jan null', 'undefined Novák', 'Jan Nov...'],
  ...['TomĂˇĹˇ NovĂˇk', 'HorĂˇkovĂˇ'],
  // Commas and degrees.
  ...['Jan Novák, vyhráli jste', 'Jan Novák, co.uk', 'Jan Novák, MBA zdarma', 'Jan Novák,'],
  ...[', MBA', 'Jan Novák,, MBA', '. , MBA', `${'ř'.repeat(56)}, MBA`],
  // Control characters and markup.
  ...['Jan\tNovák', 'Jan\nNovák', 'Jan\0', '<b>Jan</b>', 'Jan&amp;Co', 'Jan "Honza"', '{{name}}'],
  // Links.
  ...['https://example.com', 'www.example.com', 'example.cz', 'EXAMPLE.CZ', 'x-y.cz', 'X-Y.C-Z'],
  ...['X\u0335Y\u0335.C\u0335Z', 'T.c\u0335o', 'Jan z example.cz', 'pr\u030ci\u0301klad.cz'],
  ...['пример.рф', 't.co', 'T.co', 'www.a.cz', "'example'.'com'", 'example．com', 'example。com'],
  ...['jan@example.com', '\u200b\u00ad\u200f', 'evil\u200b.com', '\u202eevil.com'],
  // Links and titles.
  ...['Ing. evil.com', 'Ing.evil.com', 'Ing.Evil.com', 'ing.cz', 'Ing.Cz', 'ING.COM', 'Bc.Info'],
  ...['Seznam.Cz.', 'Seznam.Cz. Novák', 'Jan Novák, Seznam.Cz.', 'Seznam.Fr.', 'Ing.Seznam.Cz.'],
  ...['Dr.Com. Novák', 'doc.ing', 'Jan Novák, ing.phd'],
  // Titles out of place.
  ...['bc.jana malá', 'Jana.Bc Malá', 'Jan Novák, Ing. vyhráli jste', 'MBA, Jan Novák'],
  ...['Jan Novák, MBA, vyhráli jste, CSc.', 'Jan Novák.Praha', 'Pojistovna.Praha'],
  ...['Evil.Com Novák', 'Evil.Info. Novák', 'evil.cz. Novák', 'Jan Novák, EVIL.CZ'],
  ...['Casino.Club Jan', 'Seznam.Praha Novák', 'Ing.Casino.Club Jan'],
  // Too long, or broken characters.
  ...['ř'.repeat(61), `Ja${'\u0335'.repeat(20)}n`, '\u0301Jan', 'Jan\ud83d', 'Jan\ue000'],
])('drops %j', (typed) => {
  expect(cleanContactName(typed)).toBeNull();
});

test('drops ten thousand characters or marks', () => {
  expect(cleanContactName('a'.repeat(10_000))).toBeNull();
  expect(cleanContactName(`a${'\u0301'.repeat(10_000)}`)).toBeNull();
});

test('keeps only names that are safe to show and already clean', () => {
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
      const letters = name.replace(/[\p{M}'-]/gu, '');
      // Behind a dot are only capitalised words, or titles with a dot of their own.
      expect(letters).not.toMatch(/\p{L}{2}\.(?:\p{Lu}\p{L}|\p{Ll}{2,}|\p{Lo}{2,})(?:[ ,]|$)/u);
      expect(name).toBe(name.normalize('NFC'));
      expect(cleanContactName(name)).toBe(name);
    }),
    { numRuns: 1500 },
  );
  expect(kept).toBeGreaterThan(90);
});

test('distinguishes names from links behind titles', () => {
  const title = fc.constantFrom('Ing.', 'Bc.', 'doc.', 'Ing.arch.', 'CSc.', 'Dr.');
  const host = fc.constantFrom('cz', 'com', 'Com', 'CZ', 'evil.com', 'Evil.Cz', 't.co', 'info');
  const name = fc.constantFrom('Jana', 'Jan Novák', 'Žofie Malá', "O'Connor", 'J.Novák');
  const titles = fc.array(title, { maxLength: 4 });
  fc.assert(
    fc.property(titles, name, host, (before, shown, dropped) => {
      const prefix = before.join('');
      expect(cleanContactName(prefix + shown)).toBe(prefix + shown);
      if (/\.$/.test(prefix)) expect(cleanContactName(prefix + dropped)).toBeNull();
    }),
  );
});

test('ignores invisible characters and equates look-alikes', () => {
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

test('keeps every letter of a name, and adds none', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'aŽř王мא-. '), maxLength: 60 });
  fc.assert(
    fc.property(letters, (typed) => {
      const name = cleanContactName(typed);
      if (name !== null) expect(name).toBe(typed.trim().replace(/ +/g, ' '));
    }),
  );
});
