import { readFileSync } from 'node:fs';
import { ERROR_STATUS } from '@/lib/api';
import { CONTACT_FIELDS } from '@/lib/contact/fields';
import * as claims from '@/lib/content/claims';
import { LANGUAGE_CODES } from '@/lib/language';
import { keptByDatabase } from '@/lib/retention';
import { listCallBudgets } from '@/lib/server/call/call-requests';
import { DUPLICATE_WINDOW_MS } from '@/lib/server/contact/strategy-sessions';
import { RULES } from '@/lib/server/http/rate-limit';
import { settingsSchema, WEBHOOK_KINDS } from '@/lib/settings/rules';
import type { Settings } from '@/lib/settings/settings';

const read = (file: string) => readFileSync(file, 'utf8');
const behaviour = read('docs/behaviour.md');
const ops = read('docs/ops.md');

const readSection = (page: string, heading: string) =>
  page.split(`\n${heading}\n`)[1]?.split(/\n#+ /)[0] ?? '';

/** Reads the two columns of a section's table. */
const readTable = (page: string, heading: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(
      readSection(page, heading).matchAll(/^\| ((?!-|what )[^|]+?) +\| ([^|]+?) +\|$/gm),
      ([, name = '', value = '']) => [name, value] as const,
    ),
  );

const defaults = settingsSchema.partial().parse({}) as Settings;

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
  expect(guide.split('claim needs:')[1]).toContain(`\`${name}\``);
});

test('docs/ops.md says what each limit of calls bounds', () => {
  const limits = Object.entries(defaults).filter(
    ([name, value]) => /^CALLS?_/.test(name) && typeof value === 'number',
  );
  const named = readSection(ops, '### Limit the cost').matchAll(/^\| `(\w+)` +\| (\d+) /gm);
  expect(Array.from(named, ([, name, value]) => [name, Number(value)])).toEqual(limits);
});

test('the limits of docs/behaviour.md are those of the code', () => {
  const { day_shared, ...budgets } = listCallBudgets(defaults);
  const budgetRows = Object.entries(budgets).map(([name, limit]) => {
    const forProspects = name === 'day' ? `, ${limit - day_shared} of them for prospects` : '';
    return [`budget of calls: \`${name}\``, `${limit}${forProspects}`];
  });
  expect(readTable(behaviour, '## 9. Limits and constants')).toEqual({
    message: `${CONTACT_FIELDS.message.limit} UTF-16 units`,
    'duplicate window': `${DUPLICATE_WINDOW_MS / 60_000} minutes`,
    'contact requests of an address': formatRule('contact per address'),
    'contact requests of an e-mail': formatRule('contact per email'),
    'visits of an address': formatRule('visit per address'),
    'short links opened from an address': formatRule('link per address'),
    'requests about calls of an address': `${formatRule('call per address')}, and ${RULES['call-end per address'].points} ends`,
    'counts of an address': `${formatRule('count per address')}; an event once a view`,
    'error page reports of an address': formatRule('page-error per address'),
    'without `TRUSTED_IP_HEADER`, for everyone': `${formatRule('overall')} each; counts ${RULES['count overall'].points}`,
    ...Object.fromEntries(budgetRows),
    'length of a call': `${defaults.CALL_MAX_SECONDS} s`,
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
  expect(readTable(ops, '### What is deleted automatically')).toMatchObject({
    '`strategy_sessions`, handled': `after \`RETENTION_MONTHS\` (${defaults.RETENTION_MONTHS})`,
    '`calls`': `${keptByDatabase.callDays} days after the call`,
    '`funnel_counts`, `call_days`': `after ${keptByDatabase.sumMonths} months`,
  });
});

test('docs/ops.md has a row for each receiver of alerts', () => {
  const table = readSection(ops, '### Choose a receiver');
  for (const kind of WEBHOOK_KINDS) expect(table).toMatch(new RegExp(`^\\|.* \`${kind}\``, 'm'));
});

test('docs/ops.md says what to do about each kind of alert', () => {
  const [, list = ''] =
    /type AlertKind =([^;]+);/.exec(read('lib/server/database/results.ts')) ?? [];
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
