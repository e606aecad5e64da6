import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { programs } from '@/scripts/tools/programs';

const FUNCTION_FILE = 'supabase/schemas/functions/call/take_call.sql';
const RETYPED_FILE = 'supabase/schemas/functions/doctor/check_write.sql';
const TYPES_FILE = 'lib/server/database/schema.generated.ts';

function runCommand(cwd: string, arg: string) {
  const script = [resolve('scripts/db/migration.ts'), arg];
  const args = [resolve(programs.tsx), '--conditions=react-server', '--tsconfig'];
  return spawnSync(process.execPath, [...args, resolve('tsconfig.json'), ...script], {
    cwd,
    encoding: 'utf8',
  });
}

test('supabase/README.md names every table, view and function', () => {
  const readme = readFileSync('supabase/README.md', 'utf8');
  const files = readdirSync('supabase/schemas', { recursive: true, encoding: 'utf8' });
  const names = files.filter((file) => file.endsWith('.sql')).map((file) => basename(file, '.sql'));
  const others = /^(strategy_sessions_.*|privileges)$/;
  expect(names.filter((name) => !others.test(name) && !readme.includes(`\`${name}\``))).toEqual([]);
});

// These tests take half a minute.
if (process.env.FULL)
  describe('in a copy with changed functions, one of another type, and a new column', () => {
    let copy: string;
    beforeAll(() => {
      copy = mkdtempSync(join(tmpdir(), 'callwright-schemas-'));
      for (const folder of ['supabase', 'lib/server/database'])
        cpSync(folder, join(copy, folder), { recursive: true });
      symlinkSync(resolve('node_modules'), join(copy, 'node_modules'), 'junction');
      const change = (file: string, from: string, to: string) =>
        writeFileSync(join(copy, file), readFileSync(file, 'utf8').replace(from, to));
      change(FUNCTION_FILE, "then 'used'", "then 'used up'");
      change(RETYPED_FILE, 'returns boolean', 'returns text');
      change('supabase/schemas/tables/calls.sql', 'left_at timestamptz', '$&,\n  extra text');
    });
    afterAll(() => rmSync(copy, { recursive: true }));

    const read = (name: string) => readFileSync(join(copy, name), 'utf8');

    test('the command writes the column, its name, the functions and the types', () => {
      const { status, stdout } = runCommand(copy, 'used_up');
      expect(status).toBe(0);
      expect(stdout).toContain('ADD COLUMN "extra" text\n');
      expect(stdout).toContain('FUNCTION public.take_call(');
      const files = readdirSync(join(copy, 'supabase/migrations')).sort();
      const file = files.at(-1) ?? '';
      expect(file).toMatch(/^\d{14}_used_up\.sql$/);
      expect(read(`supabase/migrations/${file}`)).toBe(
        [
          'DROP FUNCTION "public"."check_write"();\n',
          'ALTER TABLE "public"."calls" ADD COLUMN "extra" text;\n',
          `COMMENT ON FUNCTION "public"."database_report"() IS '${basename(file, '.sql')}';\n`,
          ...[FUNCTION_FILE, RETYPED_FILE, 'supabase/schemas/privileges.sql'].map(read),
        ].join('\n'),
      );
      expect(read(TYPES_FILE)).toContain('extra: string | null;');
    });

    test('then no migration is needed', () => {
      const { status, stdout } = runCommand(copy, 'again');
      expect([status, stdout]).toEqual([0, expect.stringContaining('No migration is needed')]);
    });
  });
