// `npm test`: runs all parts or those that are named, and counts them.
import { mkdirSync, rmSync } from 'node:fs';
import { removeRouteTypes } from '../build/build-site';
import { ensureBrowser } from '../tools/browser';
import { type Part, parts } from './parts';
import { RESULTS_FOLDER, runParts } from './run-parts';
import { getTestSiteUrl } from './test-site';

const isFull = process.argv.includes('--full');
let names = process.argv.slice(2).filter((name) => name !== '--full');
/** What `changed` adds to the commands of its parts. */
let extraArgs: Record<string, string> = {};
if (names.join() === 'changed') {
  extraArgs = { unit: ' --changedSince=main', browser: ' --only-changed=main' };
  names = ['unit', 'browser', 'lint', 'format', 'types'];
}
if (names.some((name) => !(name in parts))) {
  console.log('npm test -- PART…; "changed" is what imports a file that changed since main:');
  for (const [name, { command, isLong }] of Object.entries(parts))
    console.log(`  ${name.padEnd(10)} ${command}${isLong ? ' (also in npm run test:full)' : ''}`);
  process.exit(Number(names.join() !== '--help'));
}
const chosen = Object.entries(parts)
  .filter(([name, { isLong }]) => (names.length > 0 ? names.includes(name) : isFull || !isLong))
  .map(([name, part]): [string, Part] => {
    const command = part.command + (extraArgs[name] ?? '');
    return [name, { ...part, command }];
  });
if (chosen.some(([, { after }]) => after?.includes('build')))
  chosen.unshift(['build', parts.build!]);

rmSync(RESULTS_FOLDER, { recursive: true, force: true });
mkdirSync(RESULTS_FOLDER, { recursive: true });
removeRouteTypes();
await ensureBrowser();
process.env.NEXT_TELEMETRY_DISABLED = '1';
if (isFull) Object.assign(process.env, { FULL: '1', CALL_RACE_RUNS: '800' });
// One build serves every part, for this address.
await getTestSiteUrl();

const outcomes = Object.values(await runParts(Object.fromEntries(chosen)));
const count = (outcome: string) => outcomes.filter((each) => each === outcome).length;
console.log(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
process.exit(count('failed') > 0 ? 1 : 0);
