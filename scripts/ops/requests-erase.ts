import { cleanEmail } from '@/lib/contact/schema';
import { eraseStrategySessions } from '@/lib/server/contact/strategy-sessions';
import { connect } from '@/lib/server/database/supabase';
import { runCommand } from './command';
import { findConnection } from './connection';

const HELP = `Deletes every request of one address, at once and for good, and prints how many there were.

Usage:
  npm run requests:erase -- --email <address>

Options:
  --email  the address, in capitals or not
  --help   this text

Example:
  npm run requests:erase -- --email person@example.com`;

await runCommand({ help: HELP, options: ['email'] }, async (values) => {
  const email = cleanEmail(values.email ?? '');
  if (!email) throw new Error(HELP);
  const { supabaseUrl, supabaseSecretKey, name } = await findConnection();
  const count = await eraseStrategySessions(email, connect(supabaseUrl, supabaseSecretKey));
  console.log(`Erased ${count} ${count === 1 ? 'request' : 'requests'} in ${name}.`);
});
