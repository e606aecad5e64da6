// `npm run test:mutants -- lib/contact`: plants small faults in a folder's code, one at a time, and counts those that
// no unit test notices (docs/testing.md).
import { spawnSync } from 'node:child_process';

const folders = process.argv.slice(2);
for (const folder of folders) {
  spawnSync('node_modules/.bin/stryker', ['run', '--mutate', `${folder}/**/*.{ts,tsx,mjs}`], {
    stdio: 'inherit',
  });
}
