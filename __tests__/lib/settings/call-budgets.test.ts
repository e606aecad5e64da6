/** @jest-environment node */
import { listCallBudgets } from '@/lib/settings/call-budgets';
import { type Settings, settingsSchema } from '@/lib/settings/settings';

const names = Object.keys(settingsSchema.shape).filter((name) => /^CALLS_(PER|AT)_/.test(name));
const numbers = Object.fromEntries(names.map((name) => [name, 9])) as unknown as Settings;

test.each(names)('%s bounds calls', (name) => {
  const changed = { ...numbers, [name]: 900 };
  expect(listCallBudgets(changed)).not.toEqual(listCallBudgets(numbers));
});

test.each(names)('without %s, nothing is bounded by it', (name) => {
  const { [name as keyof Settings]: _unset, ...others } = numbers;
  for (const { limit } of listCallBudgets(others as Settings))
    expect(limit).toEqual(expect.any(Number));
});

test('a third of the calls of a day is reserved for prospects', () => {
  const budgets = listCallBudgets({ ...numbers, CALLS_PER_DAY: 50 });
  expect(budgets.filter(({ name }) => name === 'day')).toEqual([
    { name: 'day', limit: 50, hours: 24 },
    { name: 'day', limit: 34, hours: 24, shared: true },
  ]);
});
