/** @jest-environment node */
import { spawnSync } from 'node:child_process';
import { LANGUAGE_CODES } from '@/lib/language';

const zone = 'import/no-restricted-paths';
const packages = 'no-restricted-imports';
const typesOnly = '@typescript-eslint/no-restricted-imports';
const syntax = 'no-restricted-syntax';

/** One planted violation per rule: its file, its code, and the rule that must report it. */
const planted: [file: string, code: string, rule: string][] = [
  ['components/landing/planted.tsx', "import '@/lib/server/env';", zone],
  ['lib/contact/planted.ts', "import '@/lib/server/env';", zone],
  ['local/planted.ts', "import '../lib/server/env';", zone],
  ['components/landing/planted.tsx', "import '@/components/contact/contact-dialog';", zone],
  ['components/contact/planted.tsx', "import '@/components/landing/hero';", zone],
  ['components/call/planted.tsx', "import '@/components/contact/contact-dialog';", zone],
  ['components/outreach/planted.tsx', "import '@/components/landing/hero';", zone],
  ['components/analytics/planted.tsx', "import '@/components/call/call-widget';", zone],
  ['lib/analytics/planted.ts', "import '@/lib/contact/schema';", zone],
  ['lib/content/planted.ts', "import '@/lib/analytics/count';", zone],
  ['components/typing/planted.tsx', "import '@/components/landing/hero';", zone],
  ['components/ui/planted.tsx', "import '@/lib/content/en';", zone],
  ['components/ui/planted.tsx', "import '@/components/landing/hero';", zone],
  ['lib/content/planted.ts', "import '@/lib/contact/schema';", zone],
  ['lib/contact/schema.ts', "import '@/lib/content/en';", zone],
  ['lib/contact/planted.ts', "import '@/components/landing/hero';", zone],
  ['components/ui/planted.tsx', "import '@/app/(en)/page';", zone],
  ['lib/planted.ts', "import '@/local/stack';", zone],
  ['components/landing/planted.tsx', "import '@/lib/settings/load-settings';", zone],
  ['lib/planted.ts', "import '@/__tests__/support/until';", zone],
  ['app/planted.ts', "import '@/server/site-server';", zone],
  ['lib/server/planted.ts', "import '@/server/site-server';", zone],
  ['server/planted.mjs', "import '../scripts/install.mjs';", zone],
  ['lib/server/database/planted.ts', "import '../notify/alerts';", zone],
  ['server/planted.mjs', "import '../lib/server/env';", zone],
  ['scripts/build/planted.mjs', "import '../../local/ports.ts';", zone],
  ['lib/call/planted.ts', "import '@/lib/content/en';", zone],
  ['lib/call/audio/planted.ts', "import '@/lib/call/sdk/call-watch';", zone],
  ['lib/call/sdk/planted.ts', "import '@/lib/call/session/call-state';", zone],
  ['lib/call/transcript/planted.ts', "import '@/lib/call/sdk/call-watch';", zone],
  ['lib/server/log/planted.ts', "import '@/lib/server/env';", zone],
  ['lib/settings/planted.ts', "import '@/lib/site/routing';", zone],
  ['lib/site/planted.ts', "import '@/lib/server/env';", zone],
  ['lib/server/http/planted.ts', "import '@/lib/server/failures';", zone],
  ['lib/server/notify/planted.ts', "import '@/lib/server/failures';", zone],
  ['scripts/ops/planted.ts', "import '@/__tests__/support/until';", zone],
  ['local/planted.ts', "import '../scripts/ops/funnel';", zone],
  ['local/planted.ts', "import '../__tests__/support/until';", zone],
  ['local/planted.ts', "import '../e2e/support/test';", zone],
  ['scripts/test/planted.ts', "import '@/__tests__/setup';", zone],
  ['__tests__/attacks/planted.ts', "import '@/e2e/support/test';", zone],
  ['lib/server/planted.ts', "import '@supabase/supabase-js';", packages],
  ['components/call/planted.tsx', "import '@vapi-ai/web';", packages],
  ['lib/call/planted.ts', "import type Vapi from '@vapi-ai/web';", packages],
  ['local/planted.ts', "import type { DailyCall } from '@daily-co/daily-js';", packages],
  ['lib/call/sdk/voice-sdk.ts', "import '@vapi-ai/web';", typesOnly],
  ['lib/call/sdk/voice-sdk.ts', "import '@supabase/supabase-js';", typesOnly],
  ['lib/call/session/conversation.ts', "import { Vapi } from '@vapi-ai/server-sdk';", typesOnly],
  ['lib/server/planted.ts', "import { Vapi } from '@vapi-ai/server-sdk';", typesOnly],
  ['local/voice/planted.ts', "import { VapiClient } from '@vapi-ai/server-sdk';", typesOnly],
  ['__tests__/planted.test.ts', "import { Vapi } from '@vapi-ai/server-sdk';", typesOnly],
  ['lib/server/planted.ts', "import 'nodemailer';", packages],
  ['server/planted.mjs', "import 'nodemailer';", packages],
  ['app/planted.ts', 'export const key = process.env.SUPABASE_SECRET_KEY;', syntax],
  ['components/ui/planted.tsx', 'export const Box = () => <div style={{ top: 0 }} />;', syntax],
  ['lib/call/planted.ts', 'export const retryDelayMs = 500;', syntax],
  ['components/ui/planted.tsx', 'export type BoxProps = { wide: boolean };', syntax],
  ['lib/call/planted.ts', 'export const lengthOf = (text: string) => text.length;', syntax],
  ['lib/call/planted.ts', 'export function lengthOf() {}', syntax],
  ['lib/call/planted.ts', "export const isCzech = (copy) => copy.language === 'cs';", syntax],
  ['app/planted.tsx', "export const sentence = lang !== 'de' ? 'a' : 'b';", syntax],
  ...LANGUAGE_CODES.map((code): (typeof planted)[number] => [
    'scripts/planted.ts',
    `export const name = (code) => (code === '${code}' ? 'a' : 'b');`,
    syntax,
  ]),
  ['lib/planted.ts', "switch (page.language) { case 'de': break; }", syntax],
  ['lib/call/planted.ts', "import '../content/en';", packages],
  ['lib/call/planted.ts', "import '@/lib/call/store';", 'imports/own-folder'],
  ['components/ui/planted.tsx', 'export default function Box() {}', 'import/no-default-export'],
  ['e2e/planted.spec.ts', 'await page.waitForTimeout(500);', 'playwright/no-wait-for-timeout'],
  ['e2e/planted.spec.ts', 'await new Promise((done) => setTimeout(done, 500));', syntax],
  ['__tests__/planted.test.ts', 'await new Promise((done) => setTimeout(done, 500));', syntax],
  ['__tests__/planted.test.ts', "import { setTimeout } from 'node:timers/promises';", syntax],
  ['local/planted.mjs', "process.kill(-pid, 'SIGTERM');", syntax],
  ['scripts/test/planted.mjs', 'process.kill(-pid);', syntax],
  ['scripts/bench/planted.ts', 'page.evaluate(() => { const run = () => 1; run(); });', syntax],
  ['__tests__/planted.test.ts', "process.kill(-(pid ?? 0), 'SIGINT');", syntax],
  ['scripts/planted.mjs', "spawnSync('npm', ['ci']);", syntax],
  ['e2e/planted.ts', "promisify(execFile)('npx', ['tsx']);", syntax],
  ['scripts/test/planted.ts', "join('node_modules/.bin', program);", syntax],
  ['scripts/test/planted.ts', 'export const bin = (name) => `node_modules/.bin/${name}`;', syntax],
];

const allowed: [file: string, code: string][] = [
  ['app/planted.ts', "import '@/lib/server/env';"],
  ['scripts/planted.ts', "import '@/lib/server/env';"],
  ['lib/server/planted.ts', "import '@/lib/settings/settings';"],
  ['local/planted.ts', "import '../lib/settings/settings';"],
  ['scripts/planted.mjs', "import '../server/serve';"],
  ['local/planted.mjs', "import '../scripts/install.mjs';"],
  ['local/planted.ts', "import '../scripts/build/build-site';"],
  ['scripts/test/planted.ts', "import '../../local/stack';"],
  ['e2e/planted.ts', "import '../__tests__/support/until';"],
  ['components/landing/planted.tsx', "import '@/components/typing/typed-heading';"],
  ['components/contact/planted.tsx', "import '@/lib/contact/schema';"],
  ['lib/contact/schema.ts', "import 'zod/mini';"],
  ['lib/content/planted.ts', "import './en';"],
  ['lib/call/planted.ts', "import '@/lib/analytics/count';"],
  ['components/contact/planted.tsx', "import '@/lib/analytics/count';"],
  ['components/ui/planted.tsx', "import 'react';"],
  ['lib/server/database/supabase.ts', "import '@supabase/supabase-js';"],
  ['lib/call/sdk/voice-sdk.ts', "import type Vapi from '@vapi-ai/web'; export type { Vapi };"],
  ['local/voice/planted.ts', "export type { Vapi } from '@vapi-ai/server-sdk';"],
  ['lib/server/notify/alert-channels.ts', "void import('nodemailer');"],
  ['local/planted.mjs', "process.kill(process.pid, 'SIGTERM');"],
  ['lib/planted.ts', 'export const isUnknown = (language) => language === null;'],
];

/** Lints all snippets in one process: the rules found for each, in order. */
function lintSnippets(snippets: readonly (readonly [string, string, ...string[]])[]): string[][] {
  const script = `
    import { ESLint } from 'eslint';
    const eslint = new ESLint();
    const out = [];
    for (const [filePath, code] of JSON.parse(process.argv[1])) {
      const [result] = await eslint.lintText(code, { filePath });
      out.push(result.messages.map((message) => message.ruleId ?? message.message));
    }
    console.log(JSON.stringify(out));`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', script, JSON.stringify(snippets)],
    { encoding: 'utf8' },
  );
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout) as string[][];
}

const found = lintSnippets(planted);
const passed = lintSnippets(allowed);

test.each(planted.map((row, index) => [...row, index] as const))(
  '%s: %s is refused by %s',
  (_file, _code, rule, index) => {
    expect(found[index]).toContain(rule);
  },
);

test.each(allowed.map((row, index) => [...row, index] as const))(
  '%s: %s is allowed',
  (_file, _code, index) => {
    expect(passed[index]).toEqual([]);
  },
);
