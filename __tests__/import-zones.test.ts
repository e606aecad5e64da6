import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { LANGUAGE_CODES } from '@/lib/language';
import { importZones } from '@/scripts/lint/import-table.mjs';

const zone = 'import/no-restricted-paths';
const packages = 'no-restricted-imports';
const typesOnly = '@typescript-eslint/no-restricted-imports';
const syntax = 'no-restricted-syntax';

/** Violations of the rules: their file, their code, and the rule that must report them. */
const planted: [file: string, code: string, rule: string][] = [
  ['components/landing/planted.tsx', "import '@/lib/server/env';", zone],
  ['lib/contact/schema.ts', "import '@/lib/content/en';", zone],
  ['server/planted.mjs', "import '../lib/server/env';", zone],
  ['local/planted.ts', "import '../__tests__/support/until';", zone],
  ['scripts/ops/planted.ts', "import '@/__tests__/support/until';", zone],
  ['lib/server/planted.ts', "import '@supabase/supabase-js';", packages],
  ['lib/call/planted.ts', "import type Vapi from '@vapi-ai/web';", packages],
  ['local/planted.ts', "import type { DailyCall } from '@daily-co/daily-js';", packages],
  ['server/planted.mjs', "import 'nodemailer';", packages],
  ['lib/call/planted.ts', "import '../content/en';", packages],
  ['lib/call/sdk/voice-sdk.ts', "import '@vapi-ai/web';", typesOnly],
  ['lib/call/sdk/voice-sdk.ts', "import '@supabase/supabase-js';", typesOnly],
  ['__tests__/planted.test.ts', "import { Vapi } from '@vapi-ai/server-sdk';", typesOnly],
  ['app/planted.ts', 'export const key = process.env.SUPABASE_SECRET_KEY;', syntax],
  ['components/ui/planted.tsx', 'export const Box = () => <div style={{ top: 0 }} />;', syntax],
  ['components/ui/planted.tsx', 'export const Box = () => <dialog onToggle={go} />;', syntax],
  ['lib/call/planted.ts', 'export const retryDelayMs = 500;', syntax],
  ['components/ui/planted.tsx', 'export type BoxProps = { wide: boolean };', syntax],
  ['lib/call/planted.ts', 'export const lengthOf = (text: string) => text.length;', syntax],
  ['lib/call/planted.ts', "export const isCzech = (copy) => copy.language === 'cs';", syntax],
  ...LANGUAGE_CODES.map((code): (typeof planted)[number] => [
    'scripts/planted.ts',
    `export const name = (code) => (code === '${code}' ? 'a' : 'b');`,
    syntax,
  ]),
  ['lib/planted.ts', "switch (page.language) { case 'de': break; }", syntax],
  ['lib/call/planted.ts', "import '@/lib/call/store';", 'imports/own-folder'],
  ['e2e/planted.spec.ts', 'await page.waitForTimeout(500);', 'playwright/no-wait-for-timeout'],
  ['__tests__/planted.test.ts', 'await new Promise((done) => setTimeout(done, 500));', syntax],
  ['e2e/planted.spec.ts', "import { setTimeout } from 'node:timers/promises';", syntax],
  ['local/planted.mjs', "process.kill(-pid, 'SIGTERM');", syntax],
  ['scripts/bench/planted.ts', 'page.evaluate(() => { const run = () => 1; run(); });', syntax],
  ['e2e/planted.ts', "promisify(execFile)('npx', ['tsx']);", syntax],
  ['scripts/test/planted.ts', 'export const bin = (name) => `node_modules/.bin/${name}`;', syntax],
];

/** Lints all in one process: the rules found for each, in order. */
function lintPlanted(): string[][] {
  const script = `
    import { ESLint } from 'eslint';
    const eslint = new ESLint();
    const out = [];
    for (const [filePath, code] of JSON.parse(process.argv[1])) {
      const [result] = await eslint.lintText(code, { filePath });
      out.push(result.messages.map((message) => message.ruleId ?? message.message));
    }
    console.log(JSON.stringify(out));`;
  const args = ['--input-type=module', '-e', script, JSON.stringify(planted)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as string[][];
}

const found = lintPlanted();

test.each(planted.map((row, index) => [...row, index] as const))(
  '%s: %s is refused by %s',
  (_file, _code, rule, index) => {
    expect(found[index]).toContain(rule);
  },
);

test('every zone and each of its exceptions exists', () => {
  const paths = importZones.flatMap(({ target, except }) => [target, ...except]);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});
