/** @jest-environment node */
import fc from 'fast-check';
import { TEXTS } from '@/lib/content/languages';
import { LANGUAGE_CODES } from '@/lib/language';
import { writeCsv } from '@/scripts/ops/prospects/csv';
import { readProspectsCsv } from '@/scripts/ops/prospects/prospects-csv';

const read = (text: string) => readProspectsCsv(new TextEncoder().encode(text));
const jan = { name: 'Jan Novák', company: 'Novák s.r.o.', assistant: 'demo-cs' };
const comma = { delimiter: ',', hasBom: false } as const;

test.each([
  ['commas', 'name,company,assistant\nJan Novák,Novák s.r.o.,demo-cs\n', ',', false],
  ['semicolons', 'name;company;assistant\nJan Novák;Novák s.r.o.;demo-cs', ';', false],
  ['a byte order mark', '\ufeffname,company,assistant\nJan Novák,Novák s.r.o.,demo-cs', ',', true],
  ['Windows line ends', 'name,company,assistant\r\nJan Novák,Novák s.r.o.,demo-cs\r\n', ',', false],
  ['order, case, spaces', 'Assistant , NAME,Company\ndemo-cs, Jan Novák ,Novák s.r.o.', ',', false],
  ['another column', 'name,phone,company,assistant\nJan Novák,1,Novák s.r.o.,demo-cs', ',', false],
])('reads a file with %s', (_what, text, delimiter, hasBom) => {
  expect(read(text)).toEqual({
    lines: [{ line: 2, input: jan }],
    dialect: { delimiter, hasBom },
    detected: expect.stringMatching(/^UTF-8, .*; header in line 1: .*; rows: 1$/) as string,
  });
});

const ROW = 'Jan Novák;Novák s.r.o.;demo-cs';
const TABLE = `name;company;assistant\n${ROW}`;
test.each<[what: string, text: string, line: number]>([
  ['a line sep=;', `sep=;\r\nname;company;assistant\r\n${ROW}\r\n`, 3],
  ['a line sep=,', 'sep=,\nname,company,assistant\nJan Novák,Novák s.r.o.,demo-cs\n', 3],
  ['a mark and sep=', `\ufeffSEP=;\n${TABLE}`, 3],
  ['sep= in quotes', `"sep=;";;\n${TABLE}`, 3],
  ['sep= and a tab', 'sep=\t\nname\tcompany\tassistant\nJan Novák\tNovák s.r.o.\tdemo-cs', 3],
  ['blank lines before sep=', `\n\nsep=;\n${TABLE}`, 5],
  ['blank first lines', '\r\n \r\nname,company,assistant\r\nJan Novák,Novák s.r.o.,demo-cs', 4],
  ['rows of delimiters', `;;;\n;;\nname;company;assistant\n;;\n${ROW}\n;;;;\n ; ;\n"";"";\n`, 5],
  ['tabs', 'name\tcompany\tassistant\nJan Novák\tNovák s.r.o.\tdemo-cs\n\t\t\n', 2],
  ['empty cells at the end of the header and of rows', `name;company;assistant;;;\n${ROW};;;;;`, 2],
  ['empty cells at the end of the header alone', `name;company;assistant;;;\n${ROW}`, 2],
  ['the line ends of old Macs', `name;company;assistant\r${ROW}\r`, 2],
  [
    'the first line of PowerShell',
    '#TYPE Selected.X\r\n"name","company","assistant"\r\n"Jan Novák","Novák s.r.o.","demo-cs"',
    3,
  ],
  ['invisible characters in the header', `name\u200b;company\u00ad;\u200eassistant\n${ROW}`, 2],
  ['line breaks in a cell', `street;name;company;assistant\r\n"Hlavní 1\r\nPraha";${ROW}\r\n`, 3],
  ['line ends of both kinds', 'name;company;assistant\r\n\nJan Novák;"Novák s.r.o.";demo-cs\n', 3],
])('reads a file with %s, and lines are counted as in an editor', (_what, text, line) => {
  expect(read(text).lines).toEqual([{ line, input: jan }]);
});

test('reads delimiters, quotes and line breaks in quoted cells, and counts lines', () => {
  const text = 'name,company,assistant\n\nJan,"Novák, ""Syn""\na spol.",a\nEva,,b\n';
  expect(read(text).lines).toEqual([
    { line: 4, input: { name: 'Jan', company: 'Novák, "Syn"\na spol.', assistant: 'a' } },
    { line: 5, input: { name: 'Eva', company: '', assistant: 'b' } },
  ]);
});

test.each([
  ['in a cell', 'Novák "Syn" s.r.o.', 'Novák "Syn" s.r.o.'],
  ['at the end of a cell', 'Obrazovky 24"', 'Obrazovky 24"'],
  ['doubled in a quoted cell, as Excel writes it', '"""Syn"" a spol."', '"Syn" a spol.'],
])('reads a quote %s', (_what, written, company) => {
  const { lines } = read(`name;company;assistant\nJan;${written};a\nEva;Firma;b\n`);
  expect(lines).toEqual([
    { line: 2, input: { name: 'Jan', company, assistant: 'a' } },
    { line: 3, input: { name: 'Eva', company: 'Firma', assistant: 'b' } },
  ]);
});

test('reads the language from a column that may be missing', () => {
  const { lines, detected } = read('name,lang,company,assistant\nJan,en,F,a\nEva,,F,b\n');
  expect(lines).toEqual([
    { line: 2, input: { name: 'Jan', company: 'F', assistant: 'a', lang: 'en' } },
    { line: 3, input: { name: 'Eva', company: 'F', assistant: 'b' } },
  ]);
  expect(detected).toContain('header in line 1: name, lang, company, assistant;');
});

test('accepts a short row that contains the assistant', () => {
  const { lines } = read('assistant;name;company\na\nb;Eva\n');
  expect(lines).toEqual([
    { line: 2, input: { name: '', company: '', assistant: 'a' } },
    { line: 3, input: { name: 'Eva', company: '', assistant: 'b' } },
  ]);
});

test.each(LANGUAGE_CODES)('refuses misread letters of %s', (language) => {
  const { page, call } = TEXTS[language];
  const letters = new Set(JSON.stringify([page, call]).match(/[^\p{ASCII}\P{L}]/gu));
  for (const encoding of ['windows-1250', 'windows-1252'])
    for (const letter of letters) {
      const misread = new TextDecoder(encoding).decode(new TextEncoder().encode(`Ma${letter}a`));
      expect(() => read(`name;company;assistant\n${misread};F;a\n`)).toThrow(
        `in a wrong encoding and saved it: it has "${misread}`,
      );
    }
});

test.each([
  'TomĂˇĹˇ NovĂˇk',
  'Lucie ÄŚernĂˇ',
  'MarĂ\u00ada',
  'OndĹ™ej',
  'LenÄŤo',
  'JiĹ™Ă\u00ad NÄ›mec',
])('refuses %s, which was UTF-8 read as windows-1250', (name) => {
  expect(() => read(`name;company;assistant\n${name};F;a\n`)).toThrow(
    /^A program has read the file in a wrong encoding and saved it: it has "\S+"\. Export/,
  );
});

test('reports a cell without a column', () => {
  const { lines } = read('name;company;assistant;;\nJan;F;a;;x\n');
  expect(lines).toMatchObject([{ problem: 'it has 5 cells, the first line has 3' }]);
});

test.each([
  [
    'name,company,assistant\nJan,F,a\nEva,F,b',
    'UTF-8, commas; header in line 1: name, company, assistant; rows: 2',
  ],
  [
    '\n\tASSISTANT\tPhone\tName\tCompany',
    'UTF-8, tabs; header in line 2: (ignored), assistant, phone (ignored), name, company; rows: 0',
  ],
  [
    'sep=;\nname;company;assistant\n;;',
    'UTF-8, semicolons; header in line 2: name, company, assistant; rows: 0',
  ],
])('describes the detected format of %j', (text, detected) => {
  expect(read(text).detected).toBe(detected);
});

test('reports rows with too many or too few cells and reads the others', () => {
  const { lines } = read('name,company,assistant\nJan,s.r.o.\nEva,Firma,b\nIvo,F,c,d\n');
  expect(lines.map(({ line, problem }) => [line, problem])).toEqual([
    [2, 'it has 2 cells, the first line has 3'],
    [3, undefined],
    [4, 'it has 4 cells, the first line has 3'],
  ]);
});

test('reports the header of a second table in the file', () => {
  const { lines } = read(
    'name,company,assistant\nJan,F,a\n\ufeffName,company,assistant\nEva,F,b\n',
  );
  expect(lines.map(({ line, problem }) => [line, problem])).toEqual([
    [2, undefined],
    [3, 'it repeats the first line'],
    [4, undefined],
  ]);
});

test.each([
  ['an empty file', ''],
  ['a file of blank lines', '\n;;\n'],
  ['a file without a first line of names', 'Jan,Novák,demo-cs\n'],
])('refuses %s', (_what, text) => {
  expect(() => read(text)).toThrow('The first line must name the columns: name,company,assistant.');
});

test.each([
  [
    '\njméno;company;assistant\nJan;F;a',
    'The header (line 2: jméno, company, assistant) has no column name.',
  ],
  ['name,assistant\nJan,a', 'The header (line 1: name, assistant) has no column company.'],
  [
    'name,company;assistant\nJan,F;a',
    'The header (line 1: name, company;assistant) has no column company.',
  ],
  [
    'name,Name,company,assistant\nJan,Jan,F,a',
    'The header (line 1: name, name, company, assistant) names name twice, in column 1 and 2.',
  ],
  [
    'sep=|\nname|company|assistant',
    'The delimiter after sep= must be a comma, a semicolon or a tab.',
  ],
])('refuses the header of %j', (text, sentence) => {
  expect(() => read(text)).toThrow(sentence);
});

describe('the encoding', () => {
  const TABLE = `name;company;assistant\r\n${ROW}\r\n`;
  const windows1250 = Uint8Array.from(
    [...TABLE].map((sign) => (sign === 'á' ? 0xe1 : sign.charCodeAt(0))),
  );
  const lines = [{ line: 2, input: jan }];

  test('windows-1250 is refused with advice, and read if it is named', () => {
    expect(() => readProspectsCsv(windows1250)).toThrow(
      'The file is not UTF-8. In Excel save it as "CSV UTF-8", or add --encoding windows-1250',
    );
    expect(readProspectsCsv(windows1250, 'windows-1250')).toEqual({
      lines,
      // Without a mark Excel would not take the links for UTF-8.
      dialect: { delimiter: ';', hasBom: true },
      detected: 'windows-1250, semicolons; header in line 1: name, company, assistant; rows: 1',
    });
  });

  test('CP1250 has all Czech letters', () => {
    const letters = [
      ...[0xec, 0x9a, 0xe8, 0xf8, 0x9e, 0xfd, 0xe1, 0xed],
      ...[0xe9, 0xf9, 0xfa, 0xf2, 0x9d, 0xef],
    ];
    const bytes = [...Buffer.from('name,company,assistant\n'), ...letters, ...Buffer.from(',F,a')];
    expect(readProspectsCsv(Uint8Array.from(bytes), 'CP1250').lines).toMatchObject([
      { input: { name: 'ěščřžýáíéůúňťď' } },
    ]);
  });

  test.each(['UTF-16LE', 'UTF-16BE'])('%s is read with a byte order mark', (name) => {
    const bytes = Buffer.from(`\ufeff${TABLE.replaceAll(';', '\t')}`, 'utf16le');
    const found = readProspectsCsv(name === 'UTF-16LE' ? bytes : bytes.swap16());
    expect(found).toMatchObject({ lines, dialect: { delimiter: '\t', hasBom: true } });
    expect(found.detected).toContain(`${name}, tabs;`);
  });

  test('UTF-16 is refused without a byte order mark', () => {
    expect(() => readProspectsCsv(Buffer.from('name,company,assistant', 'utf16le'))).toThrow(
      'The file is UTF-16 without a mark, or no text',
    );
  });

  test('UTF-8 is not read as another encoding that is named', () => {
    const utf8 = new TextEncoder().encode(TABLE);
    expect(() => readProspectsCsv(utf8, 'windows-1250')).toThrow(
      'The file is UTF-8, not windows-1250: leave out --encoding.',
    );
    const marked = new TextEncoder().encode(`\ufeff${TABLE}`);
    expect(() => readProspectsCsv(marked, 'windows-1250')).toThrow(
      'The file begins with the mark of UTF-8: leave out --encoding.',
    );
    expect(readProspectsCsv(marked, 'utf8').lines).toEqual(lines);
  });

  test.each(['czech', '', 'cp-852x'])('%j is not a valid encoding', (encoding) => {
    expect(() => readProspectsCsv(windows1250, encoding)).toThrow(
      '--encoding must be the name of an encoding, such as windows-1250.',
    );
  });
});

test('broken quotes are refused with their line', () => {
  expect(() => read('name,company,assistant\nJan,"x,a\n')).toThrow(/no CSV: .*line 2/i);
});

test('a quoted cell that goes on after its quote is refused with its line', () => {
  expect(() => read('name,company,assistant\nEva,F,a\nJan,"Syn" s.r.o.,b\n')).toThrow(
    'The file is no CSV: in line 3 a cell begins with a quote, so it must end with one',
  );
});

test.each(['=1+1', '+420', '-x', '@a', '\tx', '\rx', '＝1'])(
  'escapes %j, which a spreadsheet would run as a formula',
  (cell) => {
    const [head, row] = writeCsv([['company'], [cell]], comma).split('\r\n');
    expect(head).toBe('company');
    expect(row?.replace(/^"/, '')).toMatch(/^'/);
  },
);

test('writes the links in the format of the input file', () => {
  const rows = [
    ['name', 'company'],
    ['Jan', 'a;b'],
  ];
  expect(writeCsv(rows, { delimiter: ';', hasBom: true })).toBe(
    '\ufeffname;company\r\nJan;"a;b"\r\n',
  );
  expect(writeCsv(rows, comma)).toBe('name,company\r\nJan,"a;b"\r\n');
});

test('reads back every table that it has written', () => {
  const unit = fc.constantFrom(...'aé ",;\t\n\r\'|+=-@x');
  const cell = fc.string({ unit, maxLength: 12 });
  const dialect = fc.record({
    delimiter: fc.constantFrom(',' as const, ';' as const, '\t' as const),
    hasBom: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 5 }), dialect, (rows, written) => {
      const table = [['name', 'company', 'assistant'], ...rows.map((row) => [...row, 'id'])];
      const { lines, dialect: found } = readProspectsCsv(
        new TextEncoder().encode(writeCsv(table, written)),
      );
      expect(found).toEqual(written);
      // A line break is read in one form.
      const stripGuard = (text = '') => text.replace(/^'/, '').replace(/\r\n?/g, '\n').trim();
      expect(lines.map(({ input }) => [stripGuard(input.name), stripGuard(input.company)])).toEqual(
        rows.map((row) => row.map(stripGuard)),
      );
    }),
  );
});
