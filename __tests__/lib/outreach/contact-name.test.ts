import { fc } from '@/__tests__/support/fast-check';
import { cleanContactName, NAME_MAX_LENGTH } from '@/lib/outreach/contact-name';

test.each([
  ...['Jiří Šťastný', 'Příliš Žluťoučký Kůň Úpěl Ďábelské Ódy', 'Anna Nováková-Dvořáková'],
  ...["Sinéad O'Connor", "'t Hooft", 'Nguyễn Thị Phương Thảo', 'مُحَمَّد بن سلمان', 'דָּוִד כהן'],
  ...['สมชาย ใจดี', '王小明', '佐々木 マリー', 'Kalaniʻōpuʻu', 'В\u02bcячеслав Черновіл'],
  'Jennifer Null',
  ...['J. R. R. Tolkien', 'J.R.R. Tolkien', 'J.Novák', 'J.d Novák', 'Jan.', 'J.N.', 'J.De Vries'],
  // Titles before, after and joined to a name.
  ...['Ing. Jan Novák, Ph.D.', 'JUDr. Eva Malá, LL.M., MBA', 'Petr Svoboda, Ph. D.'],
  ...['prof. RNDr. Jana Černá, DrSc., dr. h. c. mult.', 'Jan Novák, CFA', 'Jan Novák, Csc'],
  ...['Jan Novák LL.M.', 'Jan Novák, CSc.MBA', 'Jan Novák, F.C.C.A., M.B.A.', 'John Smith, Jr.'],
  ...['Novák Jan, Ing.arch.', 'Novák Jan, Ing.Bc.', 'Ing., Mgr. Jan Novák', 'Bc.Jana Malá'],
  ...['Ing.Novák', 'MUDr.Jana Malá', 'Ing.arch.Jan Novák', 'Mgr. et Mgr.Jana Malá', 'Bc.J.Novák'],
  ...["Bc.O'Connor", 'ING.JAN NOVÁK', 'Jan Novák ph.d', 'PharmDr.Jana Malá', 'Ing.Matthieu Roy'],
  // No list has these titles.
  ...['Lic. Petra Malá', 'Xyz.Jana Malá', 'akad.mal. Jan Novák', 'Dr.phil. Anna Weiß'],
  ...['Dipl.-Ing. Otto von Habsburg', 'Jan Novák, M.Arch., dipl. ek.', 'Jan Novák, PhD BA DiS'],
  ...['ř'.repeat(60), '𞤀'.repeat(60)],
])('keeps %j', (name) => {
  expect(cleanContactName(name)).toBe(name);
});

test.each([
  ['Jir\u200d\u030ci\u0301', 'Jiří'],
  ['r\u030c'.repeat(60), 'ř'.repeat(60)],
  // Signs that stand for an apostrophe, a hyphen or a space.
  ['O’C´o`n‘n′o＇r', "O'C'o'n'n'o'r"],
  ['A‐B‑C‒D–E—F―G−H﹣I－J', 'A-B-C-D-E-F-G-H-I-J'],
  [' Ing.\u00a0Jan \u2003\u202f\u3000\u2028Novák ', 'Ing. Jan Novák'],
  ['Jan Novák,CSc. , DiS.', 'Jan Novák, CSc., DiS.'],
  // Invisible characters.
  ['\ufeff\u202eJ\u200fa\u2067n\u2069\u200b \u3164 Nov\u00ad\u2060ák\ufe0f', 'Jan Novák'],
])('cleans %j to %j', (typed, name) => {
  expect(cleanContactName(typed)).toBe(name);
});

test.each([
  ...[undefined, '', '   ', "-.'", 'Jan 😀', '👩‍💻', 'Jan 2', 'Jan_Novák', '\u200b\u00ad\u200f'],
  // What programs write for no name, a name that was cut, and misread letters.
  ...['null', 'NULL', 'undefined', 'Jan None', 'undefined Novák', 'Jan Nov...', 'TomĂˇĹˇ NovĂˇk'],
  // Commas and degrees.
  ...['Jan Novák, vyhráli jste MBA', 'Jan Novák, MBA zdarma', 'Jan Novák,', ', MBA', 'Jan,, MBA'],
  ...['. , MBA', `${'ř'.repeat(56)}, MBA`, 'Jan Novák, Ing. vyhráli jste', 'MBA, Jan Novák'],
  ...['Jan Novák, MBA, vyhráli jste, CSc.', 'bc.jana malá', 'Jana.Bc Malá'],
  // Control characters and markup.
  ...['Jan\tNovák', 'Jan\nNovák', 'Jan\0', '<b>Jan</b>', 'Jan&amp;Co', 'Jan "Honza"', '{{name}}'],
  // Links.
  ...['https://example.com', 'www.a.cz', 'EXAMPLE.CZ', 'x-y.cz', 'X-Y.C-Z'],
  'X\u0335Y\u0335.C\u0335Z',
  ...['Jan z example.cz', 'pr\u030ci\u0301klad.cz', 'пример.рф', 't.co', 'T.co', "'example'.'com'"],
  ...['example．com', 'example。com', 'jan@example.com', 'evil\u200b.com', '\u202eevil.com'],
  // Links and titles.
  ...['Ing. evil.com', 'Ing.Evil.com', 'ing.cz', 'Ing.Cz', 'Bc.Info', 'Seznam.Cz. Novák'],
  ...['Jan Novák, co.uk', 'Jan Novák, Seznam.Cz.', 'Seznam.Fr.', 'Ing.Seznam.Cz.', 'doc.ing'],
  ...['Jan Novák, ing.phd', 'Dr.Com. Novák', 'Jan Novák.Praha', 'Evil.Com Novák', 'evil.cz. Novák'],
  ...['Casino.Club Jan', 'Ing.Casino.Club Jan', 'Ing.seznam. Novák', 'Jan Novák, EVIL.CZ'],
  // Too long, or broken characters.
  ...['ř'.repeat(61), 'a'.repeat(10_000), `Ja${'\u0335'.repeat(20)}n`],
  `a${'\u0301'.repeat(10_000)}`,
  ...['\u0301Jan', 'Jan\ud83d', 'Jan\ue000'],
])('drops %.40j', (typed) => {
  expect(cleanContactName(typed)).toBeNull();
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
      expect(cleanContactName(name)).toBe(name);
      // Every letter that was typed.
      const visible = typed.replace(/\p{Default_Ignorable_Code_Point}/gu, '').normalize('NFC');
      expect(name.match(/\p{L}/gu)).toEqual(visible.match(/\p{L}/gu));
    }),
    { numRuns: 1500 },
  );
  expect(kept).toBeGreaterThan(90);
});

test('distinguishes names from links behind titles', () => {
  const title = fc.constantFrom('Ing.', 'Bc.', 'doc.', 'Ing.arch.', 'CSc.', 'Dr.');
  const host = fc.constantFrom('cz', 'com', 'Com', 'CZ', 'evil.com', 'Evil.Cz', 't.co', 'info');
  const name = fc.constantFrom('Jana', 'Jan Novák', 'Žofie Malá', "O'Connor", 'J.Novák');
  fc.assert(
    fc.property(fc.array(title, { maxLength: 4 }), name, host, (before, shown, dropped) => {
      const prefix = before.join('');
      expect(cleanContactName(prefix + shown)).toBe(prefix + shown);
      if (prefix) expect(cleanContactName(prefix + dropped)).toBeNull();
    }),
  );
});

test('ignores invisible characters and equates look-alikes', () => {
  const lookAlikes: Record<string, string> = {
    ' ': ' \u00a0\u2009\u3000',
    '-': '-–‑—−',
    "'": "'’‘´`",
  };
  const invisible = fc.constantFrom('', '', '\u200b', '\u00ad', '\u200e', '\u2066', '\ufeff');
  const typed = fc
    .constantFrom(...'aŽř王м', ' ', '-', "'", '.', '@', '1')
    .chain((plain) =>
      fc
        .tuple(invisible, fc.constantFrom(...(lookAlikes[plain] ?? plain)))
        .map((parts) => [plain, parts.join('')] as const),
    );
  fc.assert(
    fc.property(fc.array(typed, { maxLength: 30 }), (letters) => {
      const [plain, disguised] = [0, 1].map((side) => letters.map((pair) => pair[side]).join(''));
      expect(cleanContactName(disguised)).toBe(cleanContactName(plain));
    }),
  );
});
