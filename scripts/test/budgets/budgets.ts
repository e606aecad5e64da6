import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { site } from '@/lib/content/site';

/** How large something may be. */
export interface Budget {
  /** What was measured when the budget was set. */
  value: number;
  /** How much larger it may become. */
  headroom: number;
  unit: 'bytes' | 'px' | 'requests';
  /** What the last increase was for. */
  reason: string;
  /** What no increase may exceed. */
  max?: number;
}
export type Budgets = Record<string, Budget>;

const BUDGETS_FILE = 'scripts/test/budgets/budgets.json';
/** A file for each figure of the last run, because tests run in several processes. */
const MEASURED_FOLDER = '.data/budgets';
/** The share of every budget that stays free on `main`, for the owner's facts and words. */
const FREE_SHARE = 0.05;
/** The headroom of a budget that is new. */
const INITIAL_SHARE = 0.1;
const ACCEPT_COMMAND = 'npm run budgets -- --accept "why it grew"';

export const readBudgets = () => JSON.parse(readFileSync(BUDGETS_FILE, 'utf8')) as Budgets;

export const writeBudgets = (budgets: Budgets) =>
  writeFileSync(BUDGETS_FILE, `${JSON.stringify(budgets, null, 2)}\n`);

/** Computes what a budget allows, in its unit. */
export const computeLimit = ({ value, headroom, max = Infinity }: Budget) =>
  Math.min(value + headroom, max);

/** @throws if there is no such budget */
export function getLimit(name: string): number {
  const budget = readBudgets()[name];
  if (!budget) throw new Error(`${BUDGETS_FILE} has no budget “${name}”.`);
  return computeLimit(budget);
}

const leavesRoom = (measured: number, limit: number) => measured * (1 + FREE_SHARE) <= limit;
const format = (amount: number, { unit }: Pick<Budget, 'unit'>) =>
  `${amount.toLocaleString('en')} ${unit}`;

/**
 * Compares a figure with its budget.
 *
 * @param isMain whether the code is, or becomes, `main`, which keeps 5 % of every budget free for
 *   the owner's facts, until they are filled in
 * @returns what is wrong and what to do, or null
 */
export function findProblem(
  name: string,
  measured: number,
  { budgets = readBudgets(), isMain = isForMain() && !hasOwnerFacts() } = {},
): string | null {
  const budget = budgets[name];
  if (!budget) return `${name}: ${measured}, and no budget. Set one: ${ACCEPT_COMMAND}`;
  const limit = computeLimit(budget);
  const figures = `${name}: ${format(measured, budget)} of ${format(limit, budget)}`;
  if (measured > (budget.max ?? Infinity))
    return `${figures}, which is the most that may be accepted. Make it smaller.`;
  if (measured > limit) return `${figures}. If it may grow: ${ACCEPT_COMMAND}`;
  if (!isMain || leavesRoom(measured, limit)) return null;
  const advice = limit === budget.max ? 'Make it smaller.' : `Make room: ${ACCEPT_COMMAND}`;
  return `${figures}, and main keeps 5 % free. ${advice}`;
}

/** Lists the budgets that promise less than 5 % of headroom. */
export const listWithoutHeadroom = (budgets: Budgets) =>
  Object.entries(budgets)
    .filter(([, budget]) => !leavesRoom(budget.value, computeLimit(budget)))
    .map(([name]) => name);

/**
 * Sets the budgets that are exceeded, or almost, to what was measured. Headroom keeps its share.
 *
 * @returns the budgets, what was changed, and which figures are too large to be accepted
 */
export function acceptMeasured(
  budgets: Budgets,
  measured: Record<string, number>,
  reason: string,
): { budgets: Budgets; changes: string[]; refused: string[] } {
  const accepted = { ...budgets };
  const changes: string[] = [];
  const refused: string[] = [];
  for (const [name, value] of Object.entries(measured)) {
    const old = budgets[name];
    if (old && leavesRoom(value, computeLimit(old))) continue;
    if (old?.max && !leavesRoom(value, old.max)) {
      refused.push(
        `${name}: ${format(value, old)} leaves less than 5 % of ${format(old.max, old)}`,
      );
      continue;
    }
    const share = old ? Math.max(FREE_SHARE, old.headroom / old.value) : INITIAL_SHARE;
    const unit = old?.unit ?? 'px';
    const budget = { unit, ...old, value, headroom: Math.ceil(value * share), reason };
    accepted[name] = budget;
    const before = old ? format(computeLimit(old), old) : 'no budget';
    changes.push(`${name}: ${before} → ${format(computeLimit(budget), budget)}`);
  }
  return { budgets: accepted, changes, refused };
}

/** Keeps a figure for `npm run budgets`. */
export function recordMeasured(name: string, value: number): void {
  mkdirSync(MEASURED_FOLDER, { recursive: true });
  const file = `${name.replace(/\W+/g, '-')}.json`;
  writeFileSync(join(MEASURED_FOLDER, file), JSON.stringify({ [name]: value }));
}

export function readMeasured(): Record<string, number> {
  if (!existsSync(MEASURED_FOLDER)) return {};
  const files = readdirSync(MEASURED_FOLDER).sort();
  return Object.assign(
    {},
    ...files.map((file) => JSON.parse(readFileSync(join(MEASURED_FOLDER, file), 'utf8'))),
  );
}

export const forgetMeasured = () => rmSync(MEASURED_FOLDER, { recursive: true, force: true });

/** Returns whether an owner has filled in `lib/content/site.ts`: no site goes live without this. */
const hasOwnerFacts = () => site.controller.address !== '';

/** Returns whether `main` is checked out, or CI tests it or a pull request into it. */
function isForMain(): boolean {
  const { GITHUB_BASE_REF, GITHUB_REF_NAME } = process.env;
  const readBranch = () =>
    execFileSync('git', ['branch', '--show-current'], { encoding: 'utf8' }).trim();
  return (GITHUB_BASE_REF || GITHUB_REF_NAME || readBranch()) === 'main';
}
