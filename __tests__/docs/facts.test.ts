/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { buildRequest } from '@/__tests__/support/contact-form';
import { ERROR_STATUS } from '@/lib/api';
import { parseContactRequest } from '@/lib/contact/schema';
import * as claims from '@/lib/content/claims';
import { LANGUAGE_CODES } from '@/lib/language';
import { keptByDatabase } from '@/lib/retention';
import { DUPLICATE_WINDOW_MS } from '@/lib/server/contact/strategy-sessions';
import { RULES } from '@/lib/server/http/rate-limit';
import { listCallBudgets } from '@/lib/server/call/call-requests';
import { DEFAULT_RETENTION_MONTHS, settingsSchema, WEBHOOK_KINDS } from '@/lib/settings/rules';
import { type Settings } from '@/lib/settings/settings';

const read = (file: string) => readFileSync(file, 'utf8');
const behaviour = read('docs/behaviour.md');
const ops = read('docs/ops.md');

const readSection = (page: string, heading: string) =>
  page.split(`\n${heading}\n`)[1]?.split(/\n#+ /)[0] ?? '';

/** Reads the two columns of a section's table, without its two lines of head. */
const readTable = (page: string, heading: string) =>
  Object.fromEntries(
    Array.from(
      readSection(page, heading).matchAll(/^\| ([^|]+?) +\| ([^|]+?) +\|$/gm),
      ([, name = '', value = '']) => [name, value] as const,
    ).slice(2),
  );

function findLongestMessage(): number {
  const isAccepted = (length: number) =>
    parseContactRequest(buildRequest({ message: 'x'.repeat(length) })).ok;
  let length = 1;
  while (length < 5000 && isAccepted(length + 1)) length += 1;
  return length;
}

function formatRule(name: keyof typeof RULES): string {
  const { points, seconds } = RULES[name];
  if (seconds === 60) return `${points} a minute`;
  return `${points} ${seconds === 3600 ? 'in an hour' : `in ${seconds / 60} minutes`}`;
}

test.each(LANGUAGE_CODES)('docs/behaviour.md names the language %s', (code) => {
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(code);
  expect(readSection(behaviour, '### `/outreach`')).toContain(`${name} (\`lang=${code}\`)`);
});

test.each(Object.keys(claims))('docs/make-it-yours.md says what the claims in %s need', (name) => {
  const guide = readSection(read('docs/make-it-yours.md'), '## 3. Words and claims');
  const [, needs = ''] = guide.split('claim needs:');
  expect(needs).toContain(`\`${name}\``);
});

const callSettings = Object.keys(settingsSchema.shape).filter((name) => /^CALLS?_[A-Z]/.test(name));

/** Lists the rows of the budgets of calls. */
function listBudgetRows(): Record<string, string> {
  const { shape } = settingsSchema;
  const read = () =>
    Object.fromEntries(
      callSettings.map((name) => {
        const schema = shape[name as keyof typeof shape];
        return [name, (schema.safeParse(undefined) as { data?: unknown }).data];
      }),
    ) as unknown as Settings;
  const { day_shared, ...budgets } = listCallBudgets(read());
  return Object.fromEntries(
    Object.entries(budgets).map(([name, limit]) => {
      const forProspects = name === 'day' ? `, ${limit - day_shared} of them for prospects` : '';
      return [`budget of calls: \`${name}\``, `${limit}${forProspects}`];
    }),
  );
}

test('docs/ops.md says what each limit of calls bounds', () => {
  const limits = callSettings.filter((name) => {
    const schema = settingsSchema.shape[name as keyof typeof settingsSchema.shape];
    return typeof schema.safeParse('12').data === 'number';
  });
  expect(limits).toContain('CALLS_PER_DAY');
  const named = readSection(ops, '### Limit the cost').matchAll(/^\| `(\w+)` /gm);
  expect(Array.from(named, ([, name]) => name)).toEqual(limits);
});

test('the limits of docs/behaviour.md are those of the code', () => {
  const { shape } = settingsSchema;
  expect(readTable(behaviour, '## 9. Limits and constants')).toEqual({
    message: `${findLongestMessage()} UTF-16 units`,
    'duplicate window': `${DUPLICATE_WINDOW_MS / 60_000} minutes`,
    'contact requests of an address': formatRule('contact per address'),
    'contact requests of an e-mail': formatRule('contact per email'),
    'visits of an address': formatRule('visit per address'),
    'requests about calls of an address': `${formatRule('call per address')}, and ${RULES['call-end per address'].points} ends`,
    'counts of an address': `${formatRule('count per address')}; an event once a view`,
    'error page reports of an address': formatRule('page-error per address'),
    'without `TRUSTED_IP_HEADER`, for everyone': `${formatRule('overall')} each; counts ${RULES['count overall'].points}`,
    ...listBudgetRows(),
    'length of a call': `${shape.CALL_MAX_SECONDS.parse(undefined)} s`,
  });
});

test('docs/behaviour.md names the status of an error code', () => {
  const named = Array.from(behaviour.matchAll(/\b([45]\d\d) `(\w+)`/g), ([, status, code]) => [
    code,
    Number(status),
  ]);
  expect(named.length).toBeGreaterThan(0);
  expect(named).toEqual(named.map(([code]) => [code, ERROR_STATUS[code as 'invalid']]));
});

test('docs/ops.md says when data is deleted', () => {
  expect(readTable(ops, '### What is deleted automatically')).toEqual({
    '`strategy_sessions`, handled': `after \`RETENTION_MONTHS\` (${DEFAULT_RETENTION_MONTHS})`,
    '`strategy_sessions`, open': 'then, but see below',
    '`decisionMakers`': 'so long after the last use',
    '`rate_limits`': 'when the limit has expired',
    '`calls`': `${keptByDatabase.callDays} days after the call`,
    '`alerts`': 'after 30 days',
    '`funnel_counts`, `call_days`': `after ${keptByDatabase.sumMonths} months`,
  });
});

test('docs/ops.md has a row for each receiver of alerts', () => {
  const table = readSection(ops, '### Choose a receiver');
  for (const kind of WEBHOOK_KINDS) expect(table).toMatch(new RegExp(`^\\|.* \`${kind}\``, 'm'));
});

test('docs/ops.md says what to do about each kind of alert', () => {
  const [, list = ''] =
    /kind in \(([^)]+)\)/.exec(read('supabase/schemas/tables/alerts.sql')) ?? [];
  const kinds = Array.from(list.matchAll(/'([\w-]+)'/g), ([, kind]) => kind);
  const explained = Array.from(
    readSection(ops, '### When an alert comes').matchAll(/^- \*\*`([\w-]+)`\*\*/gm),
    ([, kind]) => kind,
  );
  // An acknowledgement goes to the visitor. `database-away` can't be a row.
  expect(explained.sort()).toEqual(
    [...kinds.filter((kind) => kind !== 'acknowledgement'), 'database-away'].sort(),
  );
});

test('README.md says in which order to go live, and in how many steps', () => {
  const readme = read('README.md');
  const heading = /## Going live in \w+ steps/.exec(readme)?.[0] ?? '';
  const steps = Array.from(readSection(readme, heading).matchAll(/^\d\. \*\*([\w ]+)/gm));
  expect(steps.slice(0, 3).map(([, name]) => name)).toEqual([
    'Make it yours',
    'Database',
    'Settings',
  ]);
  expect(heading).toContain(['four', 'five', 'six', 'seven'][steps.length - 4]);
});
