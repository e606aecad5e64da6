import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { programs } from '@/scripts/tools/programs';

test('rows survive the migrations, which make what supabase/schemas says', () => {
  const args = [
    programs.tsx,
    '--conditions=react-server',
    join(import.meta.dirname, 'upgrade-rows.ts'),
  ];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
