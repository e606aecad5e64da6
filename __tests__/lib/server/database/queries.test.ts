/** @jest-environment node */
import { readAllRows } from '@/lib/server/database/queries';

const rows = Array.from({ length: 1000 }, (_, index) => index);

test.each([
  [0, ['0–499']],
  [499, ['0–499']],
  [500, ['0–499', '500–999']],
  [501, ['0–499', '500–999']],
])('reads %i rows in pages of 500', async (count, pages) => {
  const readPage = jest.fn((from: number, to: number) =>
    Promise.resolve({ data: rows.slice(0, count).slice(from, to + 1), error: null }),
  );
  expect(await readAllRows(readPage)).toEqual(rows.slice(0, count));
  expect(readPage.mock.calls.map((range) => range.join('–'))).toEqual(pages);
});

test.each([
  [{ error: { code: '42501' }, status: 403 }, 'The database refused: 42501, status 403.'],
  [{ error: { code: '' }, status: 500 }, 'The database refused: no code, status 500.'],
  [{ error: { code: '' }, status: 0 }, 'The database did not answer.'],
])('throws after %j', async (failure, message) => {
  const reading = readAllRows(() => Promise.resolve({ data: null, ...failure }));
  await expect(reading).rejects.toThrow(message);
});
