import * as z from 'zod';
import { failed, ok, type Outcome, warning } from './check';
import { createCheck, parseAnswer } from './probes';

const HOUR_MS = 3_600_000;
/** Some schedulers run only once a day. */
const MAX_HOURS_WITHOUT_PURGE = 48;

const rowSchema = z.object({
  months: z.number(),
  purged_at: z.string().nullable(),
  expiring: z.number(),
  unannounced: z.number(),
});

const TODO =
  'The running site does it every hour, on a serverless host after a request to its API, ' +
  'or when GET /api/cron is requested. Look for “expired data not deleted” in its log.';

/** Judges whether the site keeps the promises of the privacy notice. */
function judgeRetention(
  { months, purged_at, expiring, unannounced }: z.output<typeof rowSchema>,
  promisedMonths: number,
): Outcome {
  if (purged_at === null) return warning('expired data was never deleted', TODO);
  const hours = Math.floor((Date.now() - Date.parse(purged_at)) / HOUR_MS);
  const lastPurge = hours < 1 ? 'within the last hour' : `${hours} h ago`;
  if (hours >= MAX_HOURS_WITHOUT_PURGE)
    return warning(`expired data was last deleted ${lastPurge}`, TODO);
  if (months !== promisedMonths)
    return warning(
      `requests are kept for ${months} months, RETENTION_MONTHS is ${promisedMonths}`,
      'Build and start the site with the present settings.',
    );
  const findings = [
    ...(unannounced > 0
      ? [
          `${unannounced} open requests are kept past their ${months} months, ` +
            'because no alert about them was delivered',
        ]
      : []),
    ...(expiring > 0 ? [`${expiring} open requests will be deleted within two weeks`] : []),
  ];
  if (findings.length > 0)
    return warning(
      findings.join('; '),
      'npm run requests lists what is open: answer it, and keep elsewhere what has to stay.',
    );
  return ok(`expired data was last deleted ${lastPurge}; requests are kept for ${months} months`);
}

const retention = createCheck('retention', ['migrations'], async ({ settings, queryDatabase }) => {
  const answer = await queryDatabase('retention?select=months,purged_at,expiring,unannounced');
  const [found] = parseAnswer(z.array(rowSchema), answer) ?? [];
  if (found) return judgeRetention(found, settings.RETENTION_MONTHS);
  return failed(`the table retention has no row (${answer.status})`, TODO);
});

export const retentionChecks = [retention];
