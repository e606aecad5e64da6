import 'server-only';
import type { EndReason } from '@/lib/analytics/events';
import { writeAcknowledgementEn } from '@/lib/content/acknowledgement-en';
import { getServiceName } from '@/lib/content/services-en';
import { getBookingUrl, getEnv } from '@/lib/server/env';
import type { AlertFacts, AlertKind, ClaimedAlert } from '@/lib/server/database/results';

/** How long a request waits until it is overdue; `tend_alerts` has the same. */
export const OVERDUE_HOURS = 20;

export type AlertMessage = {
  id: string;
  kind: string;
  subject: string;
  /** Mail to a visitor is this text without the subject. */
  text?: string;
  link: string | null;
  to?: string;
};

/** Formats an alert for the operator (docs/ops.md says what to do), or an acknowledgement. */
export function formatAlert(alert: ClaimedAlert): AlertMessage {
  const { id, kind, subject: rowId, facts, address: email } = alert;
  if (kind === 'acknowledgement') {
    const { SITE_URL: siteUrl } = getEnv();
    // Without an address: anyone may have typed any.
    const mail = writeAcknowledgementEn({ siteUrl, bookingUrl: getBookingUrl() });
    return { id, kind, ...mail, link: null, to: email ?? '' };
  }
  const message = { id, kind, subject: SENTENCES[kind](facts), link: null };
  if (kind === 'weekly-summary') return { ...message, text: listFigures(facts) };
  if (!rowId) return message;
  const isProspect = kind.startsWith('prospect');
  const text = `${isProspect ? 'Prospect' : 'Request'} ${rowId}`;
  const query = isProspect
    ? `select * from "decisionMakers" where id = '${rowId}';`
    : `select * from strategy_sessions where id = '${rowId}';`;
  return { ...message, text, link: buildDashboardLink(query) };
}

const SENTENCES: Record<Exclude<AlertKind, 'acknowledgement'>, (facts: AlertFacts) => string> = {
  request: (facts) => `New request: ${describeRequest(facts)}.`,
  suspected: ({ count }) =>
    `Open requests that look like spam: ${count}. npm run requests lists them.`,
  overdue: (facts) =>
    `A request has waited for more than ${OVERDUE_HOURS} hours: ${describeRequest(facts)}.`,
  expiring: (facts) =>
    `A request that nobody has answered will be deleted in two weeks: ${describeRequest(facts)}.`,
  'site-failing': ({ count, kinds }) =>
    `${count} requests have failed unexpectedly within ten minutes: ${kinds}.`,
  'calls-failing': ({ count, kinds }) => `${count} calls have failed within ten minutes: ${kinds}.`,
  'calls-budget': ({ calls, limit, calls_shared, limit_shared }) =>
    `80 % of the call budget of the day is used: ${calls} of ${limit}, ` +
    `of those on the landing page ${calls_shared} of ${limit_shared}.`,
  'prospect-visited': () => 'A prospect has used the personal page.',
  'prospect-called': ({ seconds, ended, rating }) => {
    const ending = ENDINGS[ended as EndReason];
    const rated = rating === undefined ? 'not rated' : `rated ${rating} of 5`;
    const call = [formatDuration(Number(seconds)), ending, rated].join(', ');
    return `A prospect has called: ${call}.`;
  },
  'weekly-summary': (facts) => {
    const names = ['visits', 'calls', 'requests'] as const;
    const figures = names.map(
      (name) => `${facts[name]} ${facts[name] === 1 ? name.slice(0, -1) : name}`,
    );
    return `Last week: ${figures.join(', ')}${formatWeekBefore(facts, ...names)}.`;
  },
  'purge-failed': (codes) => `Expired data could not be deleted from ${listTables(codes)}.`,
};

const ENDINGS: Record<EndReason, string> = {
  visitor: 'ended by the prospect',
  assistant: 'ended by the assistant',
  silence: 'ended after a long silence',
  'time-limit': 'ended by the time limit',
  'left-page': 'ended by leaving the page',
  failed: 'broken off by a failure',
};

/** `codes`: why each table failed. */
export const listTables = (codes: AlertFacts) =>
  Object.entries(codes)
    .map(([table, code]) => `${table} (${code})`)
    .join(', ');

function formatDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

/** Reminders have no source. */
function describeRequest({ service, source }: AlertFacts): string {
  const name = getServiceName(String(service));
  if (source === undefined) return name;
  return `${name}, ${source === 'direct' ? source : `from ${source}`}`;
}

function buildDashboardLink(content: string): string | null {
  const [, project] =
    /^https:\/\/([a-z0-9]+)\.supabase\.co$/.exec(new URL(getEnv().SUPABASE_URL).origin) ?? [];
  if (!project) return null;
  // Unlike `encodeURIComponent`, it leaves no quote and no bracket, at which a link would end.
  const query = new URLSearchParams({ content });
  return `https://supabase.com/dashboard/project/${project}/sql/new?${query}`;
}

export function listFigures(facts: AlertFacts): string {
  const lines = Object.entries(FIGURES).map(
    ([name, label]) => `${label}: ${facts[name]}${formatWeekBefore(facts, name)}`,
  );
  return [`Monday ${facts.from} to Sunday ${facts.to}, UTC:`, ...lines].join('\n');
}

/** Named as `weekly_summary` names them. */
export const FIGURES = {
  visits: 'Visits',
  calls: 'Calls',
  requests: 'Requests',
  answered: 'Requests answered',
  prospects: 'Prospects who came',
  open: 'Open requests now',
};

function formatWeekBefore(facts: AlertFacts, ...names: string[]): string {
  const counts = names.flatMap((name) => facts[`${name}_before`] ?? []);
  return counts.length > 0 ? ` (the week before: ${counts.join(', ')})` : '';
}
