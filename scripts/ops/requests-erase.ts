import { cleanEmail } from '@/lib/contact/clean-email';
import { mapFields } from '@/lib/contact/fields';
import { checkField } from '@/lib/contact/schema';
import { eraseStrategySessions } from '@/lib/server/contact/ops-requests';
import { runCommand } from './command';
import { openDatabase } from './connection';

const HELP = `Deletes every request of one address for good, and prints how many there were.

Usage:
  npm run requests:erase -- --email <address>

Options:
  --email  the address, in capitals or not
  --help   this text

Example:
  npm run requests:erase -- --email person@example.com`;

await runCommand({ help: HELP, options: ['email'] }, async (values) => {
  if (!values.email) throw new Error(HELP);
  const form = { ...mapFields(() => ''), email: values.email };
  if (checkField('email', form).error)
    throw new Error('--email must be one address, such as person@example.com.');
  const { db, name } = await openDatabase();
  const count = await eraseStrategySessions(cleanEmail(values.email), db);
  console.log(`Erased ${count} ${count === 1 ? 'request' : 'requests'} in ${name}.`);
});
