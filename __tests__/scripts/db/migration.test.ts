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

describe('in a copy with a changed function and a new column', () => {
  let copy: string;
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'callwright-schemas-'));
    for (const folder of ['supabase', 'lib/server/database'])
      cpSync(folder, join(copy, folder), { recursive: true });
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'), 'junction');
    const change = (file: string, from: string, to: string) =>
      writeFileSync(join(copy, file), readFileSync(file, 'utf8').replace(from, to));
    change(FUNCTION_FILE, "then 'used'", "then 'used up'");
    change('supabase/schemas/tables/calls.sql', 'left_at timestamptz', '$&,\n  extra text');
  });
  afterAll(() => rmSync(copy, { recursive: true }));

  test('the check names both and the command', () => {
    const { stderr, status } = runCommand(copy, '--check');
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Run `npm run db:migration -- <name>`/);
    expect(stderr).toContain('ADD COLUMN "extra" text\n');
    expect(stderr).toContain('FUNCTION public.take_call(');
  });

  test('the command writes the column, its name, the text of the function, and the types', () => {
    expect(runCommand(copy, 'used_up').status).toBe(0);
    const folder = join(copy, 'supabase/migrations');
    const file = readdirSync(folder).sort().at(-1) ?? '';
    expect(file).toMatch(/^\d{14}_used_up\.sql$/);
    expect(readFileSync(join(folder, file), 'utf8')).toBe(
      'ALTER TABLE "public"."calls" ADD COLUMN "extra" text;\n\n' +
        `COMMENT ON FUNCTION "public"."database_report"() IS '${basename(file, '.sql')}';\n\n` +
        readFileSync(join(copy, FUNCTION_FILE), 'utf8'),
    );
    const types = readFileSync(join(copy, 'lib/server/database/schema.generated.ts'), 'utf8');
    expect(types).toContain('extra: string | null;');

    const again = runCommand(copy, 'again');
    expect(again).toMatchObject({ status: 0, stdout: expect.stringMatching(/^No migration is/) });
    expect(readdirSync(folder).sort().at(-1)).toBe(file);
  });
});
