import { readFile } from 'node:fs/promises';
import * as z from 'zod';

const STATE_FILE = '.data/local/state.json';

const stateSchema = z.object({
  supabaseUrl: z.url(),
  supabaseSecretKey: z.string().min(1),
  siteUrl: z.url().optional(),
  settings: z.record(z.string(), z.string()).optional(),
});

export type Connection = {
  supabaseUrl: string;
  supabaseSecretKey: string;
  /** What links to the site begin with: SITE_URL, or where the local site runs. */
  siteUrl?: string | undefined;
  /** Of the local site, by the names of the environment. */
  settings?: Record<string, string> | undefined;
  /** For the operator to see which database a command is about to change. */
  name: string;
};

/**
 * Finds the database for an ops command: SUPABASE_URL and SUPABASE_SECRET_KEY where both are set,
 * else the running `npm run local`. Throws a sentence for the operator where there is neither.
 */
export async function findConnection(source = process.env, file = STATE_FILE): Promise<Connection> {
  const { SUPABASE_URL: supabaseUrl, SUPABASE_SECRET_KEY: supabaseSecretKey } = source;
  const siteUrl = source.SITE_URL;
  if (supabaseUrl && supabaseSecretKey) {
    return { supabaseUrl, supabaseSecretKey, siteUrl, name: supabaseUrl };
  }
  // One without the other is a slip: the local database must not be changed in place of the real one.
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
