import { runCommand } from './command';
import { openDatabaseOfSite } from './connection';
import { findPersonalData, PERSON_OPTIONS, readPerson } from './personal-data';

const HELP = `Prints all that is kept about one address or one prospect, as JSON: requests, alerts about them,
counters of limits, prospects.

Usage:
  npm run data:export -- --email <address>
  npm run data:export -- --assistant <id>

Options:
  --email      the address of requests, in capitals or not
  --assistant  the assistant of a prospect; every prospect who has it is printed
  --help       this text

Example:
  npm run data:export -- --email person@example.com`;

await runCommand({ help: HELP, options: PERSON_OPTIONS }, async (values) => {
  const person = readPerson(values, HELP);
  const { db } = await openDatabaseOfSite();
  console.log(JSON.stringify(await findPersonalData(person, db), null, 2));
});
