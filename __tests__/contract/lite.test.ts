import { describeContract } from './contract';
import { startLite } from '../support/databases/databases';

/** What the embedded database has to do as PostgreSQL does, which runs all cases. */
const CASES = [
  'a request becomes one row that can be read back',
  'an insert whose response gets lost is retried and stored once',
  'allow as many of simultaneous requests from an address as the rule has',
  'a visit sets the time of its row, and of no other',
  'has length and end, and waits 20 seconds for the rating',
  'allow one of 64 simultaneous calls with one id',
  'limit concurrent calls, and an ended call frees a slot',
  'counts events by day, page, language, device and entry',
  'gives each due alert to one worker, with its missing channels',
  'counts what happened from Monday to Sunday, and in the week before',
  'goes to a mailbox once a day, whichever service is asked for',
  'deletes what has expired of every table, and nothing younger',
  'the site answers 503 with the message of a network error',
];

const missing = new Set(CASES);
const define = globalThis.test;
/** Registers a case of the list, and skips the others. */
const registerListed = (title: string, ...rest: [jest.ProvidesCallback, number?]) =>
  (missing.delete(title) ? define : define.skip)(title, ...rest);

globalThis.test = Object.assign(registerListed, { ...define, each: define.skip.each }) as never;
describe('on Supabase Lite', () => describeContract(startLite));
globalThis.test = define;

test('every case of the list is found', () => {
  expect([...missing]).toEqual([]);
});
