/** @jest-environment node */
import {
  acceptMeasured,
  type Budgets,
  computeLimit,
  findProblem,
  listWithoutHeadroom,
  readBudgets,
} from '@/scripts/test/budgets/budgets';
import { site } from '@/lib/content/site';

const budgets: Budgets = {
  text: { value: 1_000, headroom: 100, unit: 'bytes', reason: 'first' },
  whole: { value: 1_000, headroom: 500, unit: 'bytes', reason: 'first', max: 1_200 },
};
const judge = (name: string, measured: number, isMain = false) =>
  findProblem(name, measured, { budgets, isMain });

describe('the budgets of this site', () => {
  test('keep 5 % of headroom', () => {
    expect(listWithoutHeadroom(readBudgets())).toEqual([]);
  });

  test('have a reason each', () => {
    for (const { reason } of Object.values(readBudgets())) expect(reason).toMatch(/\w{3}/);
  });

  test.each([
    ['scripts above the framework', 24],
    ['markup and styles', 26],
  ])('%s never exceed %d KB', (name, kilobytes) => {
    expect(readBudgets()[name]?.max).toBe(kilobytes * 1024);
  });
});

test('notices too little headroom', () => {
  const small = { value: 100, headroom: 4, unit: 'px', reason: 'first' } as const;
  expect(listWithoutHeadroom({ ...budgets, small })).toEqual(['small']);
  expect(listWithoutHeadroom({ small: { ...small, headroom: 50, max: 104 } })).toEqual(['small']);
});

test.each([
  ['text', 1_100, false, null],
  ['text', 1_101, false, expect.stringMatching(/1,101 bytes of 1,100 bytes.*--accept "/)],
  ['text', 1_100, true, expect.stringMatching(/main keeps 5 % free.*--accept "/)],
  ['text', 1_047, true, null],
  ['whole', 1_200, false, null],
  ['whole', 1_201, false, expect.not.stringContaining('--accept')],
  ['whole', 1_190, true, expect.not.stringContaining('--accept')],
  ['unknown', 1, false, expect.stringMatching(/no budget.*--accept "/)],
])('%s of %d (main: %s): %s', (name, measured, isMain, problem) => {
  expect(judge(name, measured, isMain)).toEqual(problem);
});

test('main keeps room for the facts of an owner until they are filled in', () => {
  jest.replaceProperty(process, 'env', { ...process.env, GITHUB_BASE_REF: 'main' });
  const judgeWith = (address: string) => {
    jest.replaceProperty(site.controller, 'address', address);
    return findProblem('text', 1_100, { budgets });
  };
  expect(judgeWith('')).toMatch(/main keeps 5 % free/);
  expect(judgeWith('Dlouhá 1, Praha')).toBeNull();
  jest.restoreAllMocks();
});

test('accepts what grew, with its share of headroom, and leaves the rest', () => {
  const grown = acceptMeasured(budgets, { text: 1_300, whole: 1_100 }, 'a fifth service');
  expect(grown.budgets).toEqual({
    ...budgets,
    text: { value: 1_300, headroom: 130, unit: 'bytes', reason: 'a fifth service' },
  });
  expect(grown.changes).toEqual(['text: 1,100 bytes → 1,430 bytes']);
  expect(grown.refused).toEqual([]);
});

test('gives what is new a budget', () => {
  const { budgets: grown } = acceptMeasured(budgets, { '#prices at 390 px': 500 }, 'prices');
  expect(grown['#prices at 390 px']).toEqual({
    value: 500,
    headroom: 50,
    unit: 'px',
    reason: 'prices',
  });
});

test('never accepts what leaves no headroom below a fixed limit', () => {
  const { budgets: same, refused } = acceptMeasured(budgets, { whole: 1_180 }, 'why');
  expect(same).toEqual(budgets);
  expect(refused).toEqual([expect.stringContaining('whole: 1,180 bytes')]);
});

test('the limit is the value and its headroom, up to a fixed one', () => {
  expect(Object.values(budgets).map(computeLimit)).toEqual([1_100, 1_200]);
});
