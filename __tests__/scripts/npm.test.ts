import { join } from 'node:path';
import { getNpmCommand } from '@/scripts/npm.mjs';

test.each([
  ['npm that runs us', 'linux', '/n/npm-cli.js', ['/bin/node', ['/n/npm-cli.js', 'ci']]],
  ['no npm, Linux', 'linux', '', ['npm', ['ci']]],
  ['another package manager', 'linux', '/n/pnpm.cjs', ['npm', ['ci']]],
  ['Windows', 'win32', '', ['/bin/node', [join('/bin/node_modules/npm/bin/npm-cli.js'), 'ci']]],
])('npm is started without a shell: %s', (_, platform, npmPath, command) => {
  expect(getNpmCommand(['ci'], { platform, npm: npmPath, node: '/bin/node' })).toEqual(command);
});
