// `npm run budgets` measures the current build and shows what is left of each budget.
// `npm run budgets -- --accept "fifth service"` raises those that are exceeded, with this reason.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import {
  acceptMeasured,
  computeLimit,
  forgetMeasured,
  readBudgets,
  readMeasured,
  writeBudgets,
} from './budgets';

const { accept: reason } = parseArgs({ options: { accept: { type: 'string' } } }).values;
if (reason?.trim() === '') {
  console.error('--accept needs a reason, such as --accept "fifth service".');
  process.exit(1);
}
forgetMeasured();
console.log('Measuring …');
// An exceeded budget fails the test, which is no reason to stop here.
spawnSync(process.execPath, ['scripts/test/run.mjs', 'weight'], { stdio: 'ignore' });
const measured = readMeasured();
if (Object.keys(measured).length === 0) {
  console.error('Nothing was measured. `npm test -- weight` shows why.');
  process.exit(1);
}
const before = readBudgets();
if (reason === undefined) show();
else accept(reason.trim());

function show(): void {
  console.table(
    Object.entries(measured).map(([name, value]) => {
      const limit = before[name] ? computeLimit(before[name]) : 0;
      const free = limit && `${(100 * (1 - value / limit)).toFixed(1)} %`;
      return { name, measured: value, limit, free, reason: before[name]?.reason ?? 'no budget' };
    }),
  );
}

function accept(why: string): void {
  const { budgets, changes, refused } = acceptMeasured(before, measured, why);
  writeBudgets(budgets);
  for (const change of changes) console.log(change);
  if (changes.length === 0) console.log('No budget needs to grow.');
  for (const each of refused) console.error(`Not accepted: ${each}. Make it smaller.`);
  process.exit(refused.length > 0 ? 1 : 0);
}
