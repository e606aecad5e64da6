import { failed, ok, type Outcome, warning } from './check';
import { reportCheck } from './report-check';

/** In seconds. Tickets of calls live for 120, tokens for 60. */
const TOLERANCE = 5;
/** `Date` has whole seconds, cut off. */
const HALF_SECOND = 0.5;

/**
 * Says which of three clocks is off.
 *
 * @param site how many seconds the site's clock is ahead of ours
 * @param database likewise the database's
 */
export function judgeClocks(site: number, database: number): Outcome {
  const isOff = (seconds: number) => Math.abs(seconds) > TOLERANCE;
  const by = (seconds: number) =>
    `${Math.abs(Math.round(seconds))} s ${seconds > 0 ? 'ahead' : 'behind'}`;
  if (!isOff(site) && !isOff(database)) return ok('this machine, site and database agree');
  const todo = 'Have it set by NTP: tickets and tokens of calls live for a minute or two.';
  if (isOff(site) && isOff(database) && !isOff(site - database))
    return warning(`this machine’s clock is ${by(-site)}; site and database agree`, todo);
  const off = [
    ...(isOff(site) ? [`the site’s clock is ${by(site)}`] : []),
    ...(isOff(database) ? [`the database’s clock is ${by(database)}`] : []),
  ];
  return failed(off.join(', '), todo);
}

const clocks = reportCheck('clocks', ['site'], async ({ now, at: databaseAt }, { page }) => {
  // Never from a cache, as that of a page may be.
  const { headers, at } = await page('/api/health');
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date)) return warning('the site’s answers have no date', 'See its proxy.');
  return judgeClocks((date - at) / 1000 + HALF_SECOND, (Date.parse(now) - databaseAt) / 1000);
});

export const clockChecks = [clocks];
