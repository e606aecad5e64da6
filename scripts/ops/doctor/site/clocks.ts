import { failed, ok, type Outcome, warning } from '../check';
import { createReportCheck } from '../probes';

/** Tickets of calls are valid for 120 s, tokens for 60 s. */
const TOLERANCE_SECONDS = 5;
/** The header `Date` has no fraction of a second. */
const HALF_SECOND = 0.5;

/** Finds the clock that is wrong. The parameters are seconds that a clock is ahead of ours. */
export function judgeClocks(site: number, database: number): Outcome {
  const isOff = (seconds: number) => Math.abs(seconds) > TOLERANCE_SECONDS;
  const formatOffset = (seconds: number) =>
    `${Math.abs(Math.round(seconds))} s ${seconds > 0 ? 'ahead' : 'behind'}`;
  if (!isOff(site) && !isOff(database)) return ok('this machine, site and database agree');
  const todo = 'Have the clock set by NTP: tickets and tokens of calls live for a minute or two.';
  if (isOff(site) && isOff(database) && !isOff(site - database))
    return warning(`this machine’s clock is ${formatOffset(-site)}; site and database agree`, todo);
  const deviations = [
    ...(isOff(site) ? [`the site’s clock is ${formatOffset(site)}`] : []),
    ...(isOff(database) ? [`the database’s clock is ${formatOffset(database)}`] : []),
  ];
  return failed(deviations.join(', '), todo);
}

const clocks = createReportCheck(
  'clocks',
  ['site'],
  async ({ now, respondedAt: databaseAt }, { fetchPage }) => {
    // Unlike a page, this response never comes from a cache.
    const { headers, respondedAt } = await fetchPage('/api/health');
    const date = Date.parse(headers.get('date') ?? '');
    if (Number.isNaN(date)) return warning('the site’s answers have no date', 'See its proxy.');
    return judgeClocks(
      (date - respondedAt) / 1000 + HALF_SECOND,
      (Date.parse(now) - databaseAt) / 1000,
    );
  },
);

export const clockChecks = [clocks];
