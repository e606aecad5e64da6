import { runCommand } from './command';
import { confirm } from './confirm';
import { openDatabaseOfSite } from './connection';
import {
  describePersonalData,
  erasePersonalData,
  findPersonalData,
  PERSON_OPTIONS,
  readPerson,
} from './personal-data';

const HELP = `Deletes for good what is kept about one address or one prospect: requests, alerts about them,
counters of limits, prospects. Says what there is, and asks before it deletes.

Usage:
  npm run requests:erase -- --email <address>
  npm run requests:erase -- --assistant <id>

Options:
  --email      the address of requests, in capitals or not
  --assistant  the assistant of a prospect; every prospect who has it is deleted
  --yes        deletes without asking, for scripts
  --help       this text

Example:
  npm run requests:erase -- --email person@example.com`;

await runCommand({ help: HELP, options: PERSON_OPTIONS, flags: ['yes'] }, async (values) => {
  const person = readPerson(values, HELP);
  const { db, name } = await openDatabaseOfSite();
  const found = await findPersonalData(person, db);
  const description = describePersonalData(found);
  if (!description) return console.log(`Nothing is kept about this person in ${name}.`);
  if (!values.yes) await confirm(`Erase ${description} in ${name}?`);
  await erasePersonalData(person, found, db);
  console.log(`Erased ${description} in ${name}.`);
});
