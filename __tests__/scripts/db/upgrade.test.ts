import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { programs } from '@/scripts/tools/programs';

test('rows of 0.1.0 and 0.2.0 survive the upgrade, and new columns have their default', () => {
  const args = [programs.tsx, join(import.meta.dirname, 'upgrade-rows.ts')];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
