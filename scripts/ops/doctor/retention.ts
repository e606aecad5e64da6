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
  failed: z.record(z.string(), z.string()),
});

const TODO =
  'The running site does it every hour, on a serverless host after a request to its API, ' +
  'or when GET /api/cron is requested. Look for “expired data not deleted” in its log.';
const ANSWER_THEM =
  'npm run requests lists what is open: answer it, and keep elsewhere what has to stay.';

/** Judges whether the site keeps the promises of the privacy notice. */
function judgeRetention(
  { months, purged_at, expiring, unannounced, failed: codes }: z.output<typeof rowSchema>,
  promisedMonths: number,
): Outcome {
  const hours = Math.floor((Date.now() - Date.parse(purged_at ?? '')) / HOUR_MS);
  const lastPurge = hours < 1 ? 'within the last hour' : `${hours} h ago`;
  const tables = Object.entries(codes).map(([table, code]) => `${table} (${code})`);
  const findings: [isFound: boolean, seen: string, todo: string][] = [
    [purged_at === null, 'expired data was never deleted', TODO],
    [hours >= MAX_HOURS_WITHOUT_PURGE, `expired data was last deleted ${lastPurge}`, TODO],
    [
      tables.length > 0,
      `expired data could not be deleted from ${tables.join(', ')}`,
      'Look for a foreign key, a trigger or a lock of yours on it (docs/ops.md, purge-failed).',
    ],
    [
      months !== promisedMonths,
      `the period is ${months} months, RETENTION_MONTHS is ${promisedMonths}`,
      'Build and start the site with the present settings.',
    ],
    [
      unannounced > 0,
      `${unannounced} open requests stay past their ${months} months, ` +
        'because no alert about them was delivered',
      ANSWER_THEM,
    ],
    [expiring > 0, `${expiring} open requests will be deleted within two weeks`, ANSWER_THEM],
  ];
  const found = findings.filter(([isFound]) => isFound);
  if (found.length > 0)
    return warning(
      found.map(([, seen]) => seen).join('; '),
      [...new Set(found.map(([, , todo]) => todo))].join(' '),
    );
  return ok(`expired data was last deleted ${lastPurge}, answered requests after ${months} months`);
}

const retention = createCheck('retention', ['migrations'], async ({ settings, queryDatabase }) => {
  const answer = await queryDatabase(
    'retention?select=months,purged_at,expiring,unannounced,failed',
  );
  const [found] = parseAnswer(z.array(rowSchema), answer) ?? [];
  if (found) return judgeRetention(found, settings.RETENTION_MONTHS);
  return failed(`the table retention has no row (${answer.status})`, TODO);
});

export const retentionChecks = [retention];
