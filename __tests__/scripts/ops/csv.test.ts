import { fc } from '@/__tests__/support/fast-check';
import { readProspectsCsv, writeCsv } from '@/scripts/ops/csv';

const read = (text: string) => readProspectsCsv(new TextEncoder().encode(text));
const jan = { name: 'Jan Novák', company: 'Novák s.r.o.', assistant: 'demo-cs' };
const ROW = 'Jan Novák;Novák s.r.o.;demo-cs';
const TABLE = `name;company;assistant\n${ROW}\n`;

test.each<[what: string, text: string, line: number, delimiter: string]>([
  ['commas', 'name,company,assistant\nJan Novák,Novák s.r.o.,demo-cs\n', 2, ','],
  ['semicolons', TABLE, 2, ';'],
  ['tabs', 'name\tcompany\tassistant\nJan Novák\tNovák s.r.o.\tdemo-cs\n\t\t\n', 2, '\t'],
  ['a byte order mark', `\ufeff${TABLE}`, 2, ';'],
  ['Windows line ends', TABLE.replaceAll('\n', '\r\n'), 2, ';'],
  ['order, case, spaces', 'Assistant , NAME,Company\ndemo-cs, Jan Novák ,Novák s.r.o.', 2, ','],
  ['another column', 'name,phone,company,assistant\nJan Novák,1,Novák s.r.o.,demo-cs', 2, ','],
  ['a line sep=;', `sep=;\r\n${TABLE}`, 3, ';'],
  [
    'sep=; and the id first',
    'sep=;\nassistant;name;company\ndemo-cs;Jan Novák;Novák s.r.o.',
    3,
    ';',
  ],
  ['a mark and sep= in quotes', `\ufeff"SEP=;";;\n${TABLE}`, 3, ';'],
  ['blank lines', `\n \n${TABLE}\n;;\n`, 4, ';'],
  ['empty cells at the end', `name;company;assistant;;;\n${ROW};;;`, 2, ';'],
  ['line breaks in a cell', `street;name;company;assistant\r\n"Hl. 1\r\nPraha";${ROW}`, 3, ';'],
])('reads a file with %s, and counts lines as an editor', (_what, text, line, delimiter) => {
  expect(read(text)).toMatchObject({ lines: [{ line, input: jan }], delimiter });
});

test('reads a quote in a cell', () => {
  const { lines } = read('name;company;assistant\nJan;Novák "Syn" s.r.o.;a\n');
  expect(lines).toMatchObject([{ input: { company: 'Novák "Syn" s.r.o.' } }]);
});

test.each([
  ['\n', 'The file is empty.'],
  ['Jan,Novák,demo-cs\n', 'It must name name, company, assistant, each once, and maybe lang.'],
  [
    'name,company,assistant\nJan,F,a\nIvo,F,c,d\n',
    'no CSV: line 3 has more cells than the header.',
  ],
  ['jméno;company;assistant\n', 'The header is: jméno, company, assistant. It must name'],
  ['name,company;assistant\n', 'The header is: name, company;assistant.'],
  ['name,Name,company,assistant\n', 'The header is: name, name, company, assistant.'],
  ['name,company,assistant\nJan,"x,a\n', 'The file is no CSV: in line 2 a cell begins'],
])('refuses %j', (text, sentence) => {
  expect(() => read(text)).toThrow(sentence);
});

test('an encoding other than UTF-8 is refused with advice, and read if it is named', () => {
  const windows1250 = Uint8Array.from(
    [...TABLE].map((sign) => (sign === 'á' ? 0xe1 : sign.charCodeAt(0))),
  );
  expect(() => readProspectsCsv(windows1250)).toThrow(
    /^The file can't be read as utf-8\. .* --encoding windows-1250/,
  );
  expect(readProspectsCsv(windows1250, 'windows-1250').lines).toEqual([{ line: 2, input: jan }]);
  const utf16 = Buffer.from(`\ufeff${TABLE}`, 'utf16le');
  expect(readProspectsCsv(utf16, 'utf-16le').lines).toEqual([{ line: 2, input: jan }]);
  expect(() => readProspectsCsv(windows1250, 'czech')).toThrow("can't be read as czech");
  expect(() => readProspectsCsv(new TextEncoder().encode(TABLE), 'windows-1250')).toThrow(
    'The file is UTF-8: leave out --encoding.',
  );
});

test.each(['=1+1', '+420', '-x', '@a', '\t=x', '\r=x', '＝1'])(
  'guards %j, which a spreadsheet would run as a formula',
  (cell) => {
    const [, row] = writeCsv([['company'], [cell]]).split('\r\n');
    expect(row?.replace(/^"/, '')).toMatch(/^'/);
  },
);

test('reads back every table that it has written', () => {
  const unit = fc.constantFrom(...'aé ",;\t\n\r\'|+=-@x');
  const cell = fc.string({ unit, maxLength: 12 });
  const delimiters = fc.constantFrom(',', ';', '\t');
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 5 }), delimiters, (rows, delimiter) => {
      const table = [['name', 'company', 'assistant'], ...rows.map((row) => [...row, 'id'])];
      const found = read(writeCsv(table, delimiter));
      expect(found.delimiter).toBe(delimiter);
      // Cells are trimmed, and have one kind of line break.
      const clean = (text = '') => text.replace(/\r\n?/g, '\n').trim();
      expect(found.lines.map(({ input }) => [clean(input.name), clean(input.company)])).toEqual(
        rows.map((row) => row.map(clean)),
      );
    }),
  );
});
