/** @jest-environment node */
import fc from 'fast-check';
import { readProspectsCsv, writeCsv } from '@/scripts/ops/prospects-csv';

const read = (text: string) => readProspectsCsv(new TextEncoder().encode(text));
const jan = { name: 'Jan Novák', company: 'Novák s.r.o.', assistant: 'demo-cs' };
const comma = { delimiter: ',', bom: false } as const;

test.each([
  ['commas', 'name,company,assistant\nJan Novák,Novák s.r.o.,demo-cs\n', ',', false],
  ['semicolons', 'name;company;assistant\nJan Novák;Novák s.r.o.;demo-cs', ';', false],
  ['a byte order mark', '\ufeffname,company,assistant\nJan Novák,Novák s.r.o.,demo-cs', ',', true],
  ['Windows line ends', 'name,company,assistant\r\nJan Novák,Novák s.r.o.,demo-cs\r\n', ',', false],
  [
    'another order, capitals and spaces',
    'Assistant , NAME,Company\ndemo-cs, Jan Novák ,Novák s.r.o.',
    ',',
    false,
  ],
  [
    'a column of no use',
    'name,phone,company,assistant\nJan Novák,1,Novák s.r.o.,demo-cs',
    ',',
    false,
  ],
])('a file with %s is read', (_what, text, delimiter, bom) => {
  expect(read(text)).toEqual({ lines: [{ line: 2, input: jan }], dialect: { delimiter, bom } });
});

test('quoted cells may hold delimiters, quotes and line breaks; lines are counted as in an editor', () => {
  const text = 'name,company,assistant\n\nJan,"Novák, ""Syn""\na spol.",a\nEva,,b\n';
  expect(read(text).lines).toEqual([
    { line: 4, input: { name: 'Jan', company: 'Novák, "Syn"\na spol.', assistant: 'a' } },
    { line: 5, input: { name: 'Eva', company: '', assistant: 'b' } },
  ]);
});

test('a line with a cell too many or too few says so, and the others are read', () => {
  const { lines } = read('name,company,assistant\nJan,s.r.o.\nEva,Firma,b\nIvo,F,c,d\n');
  expect(lines.map(({ line, problem }) => [line, problem])).toEqual([
    [2, 'it has 2 cells, the first line has 3'],
    [3, undefined],
    [4, 'it has 4 cells, the first line has 3'],
  ]);
});

test.each([
  ['an empty file', ''],
  ['a file without a first line of names', 'Jan,Novák,demo-cs\n'],
])('%s is refused', (_what, text) => {
  expect(() => read(text)).toThrow('The first line must name the columns: name,company,assistant.');
});

test('a file that is not UTF-8 is refused with what to do', () => {
  const windows1250 = Uint8Array.from([...Buffer.from('name,company,assistant\nNov'), 0xe1, 0x6b]);
  expect(() => readProspectsCsv(windows1250)).toThrow('not UTF-8. In Excel save it as "CSV UTF-8"');
  const utf16 = Buffer.from('\ufeffname,company,assistant', 'utf16le');
  expect(() => readProspectsCsv(utf16)).toThrow('not UTF-8');
});

test('broken quotes are refused with their line', () => {
  expect(() => read('name,company,assistant\nJan,"x,a\n')).toThrow(/no CSV: .*line 2/i);
});

test.each(['=1+1', '+420', '-x', '@a', '\tx', '\rx', '＝1'])(
  '%j is no formula in the answer',
  (cell) => {
    const [head, row] = writeCsv([['company'], [cell]], comma).split('\r\n');
    expect(head).toBe('company');
    expect(row?.replace(/^"/, '')).toMatch(/^'/);
  },
);

test('the answer is written like the file that was read', () => {
  const rows = [
    ['name', 'company'],
    ['Jan', 'a;b'],
  ];
  expect(writeCsv(rows, { delimiter: ';', bom: true })).toBe('\ufeffname;company\r\nJan;"a;b"\r\n');
  expect(writeCsv(rows, comma)).toBe('name,company\r\nJan,"a;b"\r\n');
});

test('whatever is written can be read back', () => {
  const unit = fc.constantFrom(...'aé ",;\n\r\'|+=-@x');
  const cell = fc.string({ unit, maxLength: 12 });
  const dialect = fc.record({
    delimiter: fc.constantFrom(',' as const, ';' as const),
    bom: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 5 }), dialect, (rows, written) => {
      const table = [['name', 'company', 'assistant'], ...rows.map((row) => [...row, 'id'])];
      const { lines, dialect: found } = readProspectsCsv(
        new TextEncoder().encode(writeCsv(table, written)),
      );
      expect(found).toEqual(written);
      const bare = (text = '') => text.replace(/^'/, '').trim();
      expect(lines.map(({ input }) => [bare(input.name), bare(input.company)])).toEqual(
        rows.map((row) => row.map(bare)),
      );
    }),
  );
});
