import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { createDatabaseClient } from '@/lib/server/database/supabase';
import { listProblems } from '@/lib/server/env';
import { joinProblems, type SettingProblem } from '@/lib/settings/problems';
import { IS_MISSING } from '@/lib/settings/settings';

const STATE_FILE = '.data/local/state.json';

const stateSchema = z.object({
  supabaseUrl: z.url(),
  supabaseSecretKey: z.string().min(1),
  siteUrl: z.url().optional(),
  /** The local site's environment. */
  settings: z.record(z.string(), z.string()).optional(),
});

type Connection = z.output<typeof stateSchema> & {
  /** Shows the operator which database a command is about to change. */
  name: string;
};

/**
 * Opens the database for an ops command. Throws a sentence for the operator if there is none, or a
 * setting is wrong.
 */
export async function openDatabase() {
  // A command that needs SITE_URL checks it with `getSiteOrigin`. `findConnection` names others.
  refuseProblems(
    listProblems().filter(({ name, reason }) => name !== 'SITE_URL' && reason !== IS_MISSING),
  );
  const { supabaseUrl, supabaseSecretKey, siteUrl, name } = await findConnection();
  return { db: createDatabaseClient(supabaseUrl, supabaseSecretKey), siteUrl, name };
}

/**
 * Opens the database once all settings are right, as `npm start` checks them: the names of what the
 * site has counted depend on them. Throws a sentence for the operator.
 */
export async function openDatabaseOfSite() {
  const { settings } = await findConnection();
  Object.assign(process.env, settings);
  refuseProblems(listProblems());
  return openDatabase();
}

function refuseProblems(problems: readonly SettingProblem[]): void {
  if (problems.length > 0)
    throw new Error(`${joinProblems(problems)}. .env.example explains each setting.`);
}

/** Finds the database of the environment, or that of the running `npm run local`. */
export async function findConnection(source = process.env, file = STATE_FILE): Promise<Connection> {
  const { SUPABASE_URL: supabaseUrl, SUPABASE_SECRET_KEY: supabaseSecretKey } = source;
  const siteUrl = source.SITE_URL;
  if (supabaseUrl && supabaseSecretKey) {
    return { supabaseUrl, supabaseSecretKey, siteUrl, name: supabaseUrl };
  }
  // With one of them missing, a command must not change the local database instead.
  if (supabaseUrl || supabaseSecretKey) {
    const missing = supabaseUrl ? 'SUPABASE_SECRET_KEY' : 'SUPABASE_URL';
    throw new Error(`${missing} is missing: set both, or neither to use the local database.`);
  }
  const state = stateSchema.safeParse(await readState(file));
  if (!state.success) {
    throw new Error(
      'No database: set SUPABASE_URL and SUPABASE_SECRET_KEY, or start `npm run local` first.',
    );
  }
  return { ...state.data, name: `the local database at ${state.data.supabaseUrl}` };
}

async function readState(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return null;
  }
}
