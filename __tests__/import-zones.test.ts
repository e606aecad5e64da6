import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { importZones } from '@/scripts/lint/import-table.mjs';

const WAITS = 'No fixed waits in tests';

/**
 * Violations whose fault no other test would find: where code may run, what its readers' machines
 * can't do, what grows with each language. By file and code, and what must be said.
 */
const planted: [file: string, code: string, words: string][] = [
  ['components/landing/planted.tsx', "import '@/lib/server/env';", 'components/landing imports'],
  ['lib/contact/schema.ts', "import '@/lib/content/en';", 'lib/contact/schema.ts imports only'],
  ['server/planted.mjs', "import '../lib/server/env';", 'server imports only'],
  ['local/planted.ts', "import '../__tests__/support/until';", 'local imports only'],
  ['scripts/ops/planted.ts', "import '@/__tests__/support/until';", 'scripts/ops imports only'],
  ['lib/server/planted.ts', "import '@supabase/supabase-js';", 'talks to @supabase'],
  ['lib/call/planted.ts', "import type Vapi from '@vapi-ai/web';", 'knows the voice SDK'],
  ['local/planted.ts', "import type { Call } from '@daily-co/daily-js';", 'knows the voice SDK'],
  ['server/planted.mjs', "import 'nodemailer';", 'may import nodemailer'],
  ['lib/call/sdk/voice-sdk.ts', "import '@vapi-ai/web';", 'knows the voice SDK'],
  ['lib/call/sdk/voice-sdk.ts', "import '@supabase/supabase-js';", 'talks to @supabase'],
  ['__tests__/planted.test.ts', "import { Vapi } from '@vapi-ai/server-sdk';", 'Types only'],
  [
    'app/planted.ts',
    'export const key = process.env.SUPABASE_SECRET_KEY;',
    'the environment through',
  ],
  ['components/planted.tsx', 'export const Box = () => <a style={{ top: 0 }} />;', 'inline styles'],
  ['components/planted.tsx', 'export const Box = () => <a onToggle={go} />;', 'never calls it'],
  [
    'lib/call/planted.ts',
    "export const isCzech = (copy) => copy.language === 'cs';",
    'by a language',
  ],
  ['lib/planted.ts', "switch (page.language) { case 'de': break; }", 'by a language'],
  ['scripts/planted.ts', "export const name = (code) => code === 'cs' && 'a';", 'by a language'],
  ['e2e/planted.spec.ts', 'await page.waitForTimeout(500);', 'waitForTimeout'],
  ['__tests__/planted.test.ts', 'await new Promise((done) => setTimeout(done, 500));', WAITS],
  ['e2e/planted.spec.ts', "import { setTimeout } from 'node:timers/promises';", WAITS],
  ['local/planted.mjs', "process.kill(-pid, 'SIGTERM');", 'no process groups'],
  ['e2e/planted.ts', "promisify(execFile)('npx', ['tsx']);", 'npm only in a shell'],
  ['scripts/planted.ts', 'export const bin = (it) => `node_modules/.bin/${it}`;', 'it only in a'],
  ['scripts/planted.ts', 'page.evaluate(() => { const run = () => 1; run(); });', 'no helper'],
];

/** Lints all in one process: what is said about each, in order. */
function lintPlanted(): string[] {
  const script = `
    import { ESLint } from 'eslint';
    const eslint = new ESLint();
    const out = [];
    for (const [filePath, code] of JSON.parse(process.argv[1])) {
      const [result] = await eslint.lintText(code, { filePath });
      out.push(result.messages.map(({ message }) => message).join());
    }
    console.log(JSON.stringify(out));`;
  const args = ['--input-type=module', '-e', script, JSON.stringify(planted)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as string[];
}

const found = lintPlanted();

test.each(planted.map((row, index) => [...row, index] as const))(
  '%s: %s is refused: “%s”',
  (_file, _code, words, index) => {
    expect(found[index]).toContain(words);
  },
);

test('every zone and each of its exceptions exists', () => {
  const paths = importZones.flatMap(({ target, except }) => [target, ...except]);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});
