/** @jest-environment node */
import { formatTable } from '@/scripts/ops/table';

const rows = [
  ['name', 'number', 'share'],
  ['Novák 🙂', '7', '5 %'],
  ['x', '1000', ''],
];

test('makes each column as wide as its widest cell', () => {
  expect(formatTable(rows)).toEqual([
    'name     number  share',
    'Novák 🙂  7       5 %',
    'x        1000',
  ]);
});

test('right-aligns numbers', () => {
  expect(formatTable(rows, true)).toEqual([
    'name     number  share',
    'Novák 🙂       7    5 %',
    'x          1000',
  ]);
});
