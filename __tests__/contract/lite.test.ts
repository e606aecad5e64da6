/** @jest-environment node */
import { describeContract } from './contract';
import { LITE_DIFFERENCES } from './expected';
import { startLite } from '../support/databases/databases';

/** The main journeys, and what the embedded database does in its own way. PostgreSQL runs all. */
const CASES = [
  'a request becomes one row that can be read back',
  'the same request within five minutes is found by the check and not inserted',
  'the database itself refuses a duplicate that the check did not see (23505)',
  'an insert whose response gets lost is retried and stored once',
  'a violated rule of the table (23514) asks the visitor to check the input',
  'the table refuses %s',
  'is refused by the table if the server knows no such source',
  'the public key can neither read nor change requests',
  'allow 20 of 40 simultaneous requests from an address',
  'a prospect needs an assistant id and cannot be inserted twice',
  'a visit sets the time of its assistant’s rows, and of no other',
  'is written by the first key or press, not by a visit, and has no name',
  'has length and end, and waits for the rating',
  'the list has all rows of several pages',
  'allow one of 64 simultaneous calls with one id',
  'limit concurrent calls, and an ended call frees a slot',
  'eight calls that are canceled at once leave every slot free, %s',
  'counts events by day, page, language, device and entry',
  'sums start at the requested day',
  'gives each due alert to one worker, with its missing channels',
  'counts what happened from Monday to Sunday, and in the week before',
  'goes to a mailbox once a day, whichever service is asked for',
  'deletes what has expired of every table, and nothing younger',
  'refuses a period of %i months and deletes nothing',
  'does so when Vercel’s daily cron asks without a secret',
  'the site answers 503 with the message of a network error',
];

const missing = new Set(CASES);
const define = globalThis.test;
/** Registers a case of the list, and skips the others. */
const registerListed = (title: string, ...rest: [jest.ProvidesCallback, number?]) =>
  (missing.delete(title) ? define : define.skip)(title, ...rest);
const registerListedRows =
  (rows: readonly unknown[]) =>
  (title: string, ...rest: [(...row: unknown[]) => unknown, number?]) =>
    (missing.delete(title) ? define : define.skip).each(rows)(title, ...rest);

globalThis.test = Object.assign(registerListed, { ...define, each: registerListedRows }) as never;
describe('on Supabase Lite', () => {
  describeContract(startLite, LITE_DIFFERENCES);
});
globalThis.test = define;

test('every case of the list is found', () => {
  expect([...missing]).toEqual([]);
});
