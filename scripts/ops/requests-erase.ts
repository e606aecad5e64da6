import { parseArgs } from 'node:util';
import { cleanEmail } from '@/lib/contact/schema';
import { eraseStrategySessions } from '@/lib/server/strategy-sessions';
import { connect } from '@/lib/server/supabase';
import { findConnection } from './connection';
import { loadEnvFiles } from '../settings.mjs';

const USAGE = 'Usage: npm run requests:erase -- --email name@example.com';

/** Deletes every request of one address and prints how many there were. */
async function erase(): Promise<void> {
  loadEnvFiles();
  const { values } = parseArgs({ options: { email: { type: 'string' } } });
  const email = cleanEmail(values.email ?? '');
  if (!email) throw new Error(USAGE);
  const { supabaseUrl, supabaseSecretKey, name } = await findConnection();
  const count = await eraseStrategySessions(email, connect(supabaseUrl, supabaseSecretKey));
  console.log(`Erased ${count} ${count === 1 ? 'request' : 'requests'} in ${name}.`);
}

erase().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
