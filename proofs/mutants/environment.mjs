// Runs in Stryker's copy of the repository before its first test: tests that ask for Jest's Node environment get the one
// that Stryker needs.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

for (const name of readdirSync('__tests__', { recursive: true, encoding: 'utf8' })) {
  if (!/\.test\.tsx?$/.test(name)) continue;
  const file = join('__tests__', name);
  const text = readFileSync(file, 'utf8');
  const ours = '@jest-environment ./proofs/mutants/first-failure-node.mjs';
  const changed = text.replace('@jest-environment node', ours);
  if (changed !== text) writeFileSync(file, changed);
}
