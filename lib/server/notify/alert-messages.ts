import 'server-only';
import { writeAcknowledgementEn } from '@/lib/content/acknowledgement-en';
import { getServiceName } from '@/lib/content/services-en';
import { getEnv } from '@/lib/server/env';
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
  /** The visitor's address, for the channel `visitor`. */
  to?: string;
};

/** Formats an alert for the operator (docs/ops.md says what to do), or an acknowledgement. */
export function formatAlert(alert: ClaimedAlert): AlertMessage {
  const { id, kind, subject: requestId, facts, address: email } = alert;
  if (kind === 'acknowledgement') {
    const { SITE_URL: siteUrl, BOOKING_URL: bookingUrl } = getEnv();
    const mail = writeAcknowledgementEn({ siteUrl, bookingUrl });
    return { id, kind, ...mail, link: null, to: email ?? '' };
  }
  const requestPart = requestId && {
    text: `Request ${requestId}`,
    link: buildRequestLink(requestId),
  };
  return { id, kind, subject: SENTENCES[kind](facts), link: null, ...requestPart };
}

const SENTENCES: Record<Exclude<AlertKind, 'acknowledgement'>, (facts: AlertFacts) => string> = {
  request: (facts) => `New request: ${describeRequest(facts)}.`,
  overdue: (facts) =>
    `A request has waited for more than ${OVERDUE_HOURS} hours: ${describeRequest(facts)}. ` +
    'The page promises an answer within 24.',
  expiring: (facts) =>
    `A request that nobody has answered will be deleted in two weeks: ${describeRequest(facts)}.`,
  'site-failing': ({ count, kinds }) =>
    `${count} requests have failed unexpectedly within ten minutes: ${kinds}.`,
  'calls-failing': ({ count, kinds }) => `${count} calls have failed within ten minutes: ${kinds}.`,
  'calls-budget': ({ budget, calls, limit, calls_shared, limit_shared }) => {
    const shared = `, of those on the landing page ${calls_shared} of ${limit_shared}`;
    const used = `${calls} of ${limit}${limit_shared === undefined ? '' : shared}`;
    return `80 % of the call budget of the ${budget} is used: ${used}.`;
  },
};

function describeRequest({ service, suspected_spam }: AlertFacts): string {
  const name = getServiceName(String(service));
  return suspected_spam ? `${name} (suspected spam)` : name;
}

/** Links to the request in Supabase's dashboard; null for a database that is hosted elsewhere. */
function buildRequestLink(id: string): string | null {
  const [, project] =
    /^https:\/\/([a-z0-9]+)\.supabase\.co$/.exec(new URL(getEnv().SUPABASE_URL).origin) ?? [];
  if (!project) return null;
  const query = `select * from strategy_sessions where id = '${id}';`;
  // Chat programs would end the link at a quote, or make text between asterisks bold.
  const content = encodeURIComponent(query).replaceAll("'", '%27').replaceAll('*', '%2A');
  return `https://supabase.com/dashboard/project/${project}/sql/new?content=${content}`;
}
