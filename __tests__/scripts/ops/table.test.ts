import { formatTable } from '@/scripts/ops/table';

const rows = [
  ['name', 'number', 'share'],
  ['Novák 🙂', '7', '5 %'],
  ['x', '1000', ''],
];

test('each column is as wide as its widest cell, and numbers can be aligned right', () => {
  expect(formatTable(rows)).toEqual([
    'name     number  share',
    'Novák 🙂  7       5 %',
    'x        1000',
  ]);
  expect(formatTable(rows, true)[1]).toBe('Novák 🙂       7    5 %');
});
