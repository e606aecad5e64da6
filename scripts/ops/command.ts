import { parseArgs } from 'node:util';
import { findConnection } from './connection';
import { UUID } from '@/lib/outreach/assistant-id';
import { logToStandardError } from '@/lib/server/log/log';
import { loadSettings } from '@/lib/settings/load-settings';

const DATABASE_HELP = `Database:
  The project of SUPABASE_URL and SUPABASE_SECRET_KEY, from the environment or .env; without them
  that of the running \`npm run local\`. At present:`;

const ROW_ID = new RegExp(`^${UUID}$`, 'i');

/** Whether a text may be the id of a row. */
export const isRowId = (text: string) => ROW_ID.test(text);

/** Runs an ops command, whose `options` take a value and `flags` none. Errors are one sentence. */
export async function runCommand<Name extends string, Flag extends string = never>(
  command: { help: string; options: readonly Name[]; flags?: readonly Flag[] },
  run: (values: { [name in Name]?: string } & { [flag in Flag]?: boolean }) => Promise<void>,
): Promise<void> {
  logToStandardError();
  try {
    loadSettings();
    const { help, ...values } = readOptions(command.options, command.flags);
    if (help) console.log(`${command.help}\n\n${DATABASE_HELP} ${await describeDatabase()}`);
    else await run(values as Parameters<typeof run>[0]);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

function readOptions(names: readonly string[], flags: readonly string[] = []) {
  const texts = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const switches = Object.fromEntries(flags.map((name) => [name, { type: 'boolean' as const }]));
  const help = { type: 'boolean' as const, short: 'h' };
  try {
    return parseArgs({ options: { ...texts, ...switches, help } }).values;
  } catch (error) {
    // Node's first sentence says what is wrong; the others explain command lines.
    const [sentence] = String((error as Error).message).split(/\.?(?: To specify|\n|$)/);
    throw new Error(`${sentence}. --help explains the options.`);
  }
}

const describeDatabase = () =>
  findConnection().then(
    ({ name }) => name,
    (error: Error) => error.message,
  );
