import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { createDatabaseClient } from '@/lib/server/database/supabase';
import { logToStandardError } from '@/lib/server/log/log';
import { loadSettings } from '@/lib/settings/load-settings';
import { IS_MISSING } from '@/lib/settings/rules';
import { findProblems, joinProblems } from '@/lib/settings/settings';

const STATE_FILE = '.data/local/state.json';
type State = { settings: Record<string, string> };

const DATABASE_HELP = `Database:
  The project of SUPABASE_URL and SUPABASE_SECRET_KEY, from the environment or .env; without them
  that of the running \`npm run local\`.`;

/** Kinds of options. */
export const TEXT = { type: 'string' } as const;
export const FLAG = { type: 'boolean' } as const;

/** Errors are one sentence. */
export async function runCommand<Options extends NonNullable<ParseArgsConfig['options']>>(
  help: string,
  options: Options,
  run: (values: ReturnType<typeof parseArgs<{ options: Options }>>['values']) => Promise<void>,
): Promise<void> {
  logToStandardError();
  // A reader such as `head` has seen enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  try {
    loadSettings();
    const { values } = parseArgs({ options: { ...options, help: { ...FLAG, short: 'h' } } });
    if ('help' in values) console.log(`${help}\n\n${DATABASE_HELP}`);
    else await run(values as Parameters<typeof run>[0]);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

/** Uses the running `npm run local` if no database is set. Throws a sentence for the operator. */
export async function openDatabase() {
  const { settings, databaseName: name } = await findSettings();
  Object.assign(process.env, settings);
  // A command that needs SITE_URL checks it with `readBuiltInSettings`.
  const problems = findProblems().filter(
    ({ name, reason }) => name !== 'SITE_URL' && reason !== IS_MISSING,
  );
  if (problems.length > 0)
    throw new Error(`${joinProblems(problems)}. .env.example explains each setting.`);
  const { SUPABASE_URL = '', SUPABASE_SECRET_KEY = '', SITE_URL: siteUrl } = settings;
  return { db: createDatabaseClient(SUPABASE_URL, SUPABASE_SECRET_KEY), siteUrl, name };
}

/** Returns `source`, with the settings of the running `npm run local` if it names no database. */
export async function findSettings(
  source = process.env,
  file = STATE_FILE,
): Promise<{ settings: NodeJS.ProcessEnv; databaseName: string }> {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = source;
  if (SUPABASE_URL && SUPABASE_SECRET_KEY) return { settings: source, databaseName: SUPABASE_URL };
  // With one of them missing, a command must not change the local database instead.
  if (SUPABASE_URL || SUPABASE_SECRET_KEY) {
    const missing = SUPABASE_URL ? 'SUPABASE_SECRET_KEY' : 'SUPABASE_URL';
    throw new Error(`${missing} is missing: set both, or neither to use the local database.`);
  }
  try {
    const { settings } = JSON.parse(await readFile(file, 'utf8')) as State;
    const databaseName = `the local database at ${settings.SUPABASE_URL}`;
    return { settings: { ...source, ...settings }, databaseName };
  } catch {
    throw new Error(
      'No database: set SUPABASE_URL and SUPABASE_SECRET_KEY, or start `npm run local` first.',
    );
  }
}

/** Throws unless the operator says yes, and without a terminal to ask in. */
export async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new Error(`${question} Nothing was deleted. Add --yes: there is no terminal to ask in.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new Error('Nothing was deleted.');
}
