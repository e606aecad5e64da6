import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

test('npm start says that there is no build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'start-'));
  for (const file of ['start.mjs', 'watch-parent.mjs'])
    cpSync(join('scripts', file), join(folder, 'scripts', file));
  const script = join(folder, 'scripts/start.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, 'There is no finished build. Run "npm run build" first.\n']);
  rmSync(folder, { recursive: true });
});
