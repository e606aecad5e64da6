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

test('the migrations and the types say what supabase/schemas says', () => {
  const { stderr, status } = runCommand('.', '--check');
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
});

test('supabase/README.md names every table, view and function', () => {
  const readme = readFileSync('supabase/README.md', 'utf8');
  const files = readdirSync('supabase/schemas', { recursive: true, encoding: 'utf8' });
  const names = files.filter((file) => file.endsWith('.sql')).map((file) => basename(file, '.sql'));
  const others = /^(strategy_sessions_.*|privileges)$/;
  expect(names.filter((name) => !others.test(name) && !readme.includes(`\`${name}\``))).toEqual([]);
});

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

  test('the command writes the column, its name, the texts of the functions, and the types', () => {
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

  test('then the check finds only what is outdated, and names the command', () => {
    writeFileSync(join(copy, TYPES_FILE), '');
    const stderr = `Run \`npm run db:migration -- <name>\`, which writes:\n${TYPES_FILE}\n`;
    expect(runCommand(copy, '--check')).toMatchObject({ status: 1, stderr });
  });
});
