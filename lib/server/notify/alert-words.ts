import 'server-only';
import { serviceName } from '@/lib/contact/service-name';
import { acknowledgementEn } from '@/lib/content/acknowledgement-en';
import { contactCopy } from '@/lib/content/contact-en';
import type { AlertMessage } from './alert-channels';
import { env } from '../env';
import type { AlertFacts, AlertKind, ClaimedAlert } from '../database/supabase';

/** What an alert says, in words for whoever runs the site; docs/ops.md says what to do. */
export function messageOf({ id, kind, subject, facts, address }: ClaimedAlert): AlertMessage {
  if (kind === 'acknowledgement') {
    const { SITE_URL: siteUrl, BOOKING_URL: bookingUrl } = env();
    const words = acknowledgementEn({ siteUrl, bookingUrl });
    return { id, kind, ...words, link: null, to: address ?? '' };
  }
  const about = subject && { text: `Request ${subject}`, link: linkToRequest(subject) };
  return { id, kind, subject: sentences[kind](facts), link: null, ...about };
}

const sentences: Record<Exclude<AlertKind, 'acknowledgement'>, (facts: AlertFacts) => string> = {
  request: (facts) => `New request: ${requestOf(facts)}.`,
  overdue: (facts) =>
    `A request has waited for more than 20 hours: ${requestOf(facts)}. ` +
    'The page promises an answer within 24.',
  expiring: (facts) =>
    `A request that nobody has answered will be deleted in two weeks: ${requestOf(facts)}.`,
  'site-failing': ({ count, kinds }) =>
    `${count} requests have failed unexpectedly within ten minutes: ${kinds}.`,
  'calls-failing': ({ count, kinds }) => `${count} calls have failed within ten minutes: ${kinds}.`,
  'calls-budget': ({ day, of_day, day_shared, of_day_shared }) =>
    `Four fifths of the calls of a day are made: ${day} of ${of_day}, of those on the landing page ${day_shared} of ${of_day_shared}.`,
};

function requestOf({ service, suspected_spam }: AlertFacts): string {
  const name = serviceName(contactCopy.success, String(service));
  return suspected_spam ? `${name} (suspected spam)` : name;
}

/** Where the dashboard shows a request; null for a database that is not hosted by Supabase. */
function linkToRequest(id: string): string | null {
  const [, project] =
    /^https:\/\/([a-z0-9]+)\.supabase\.co$/.exec(new URL(env().SUPABASE_URL).origin) ?? [];
  if (!project) return null;
  const query = `select * from strategy_sessions where id = '${id}';`;
  // Quotes and asterisks, too: a chat program would end the link there, or print it bold.
  const content = encodeURIComponent(query).replaceAll("'", '%27').replaceAll('*', '%2A');
  return `https://supabase.com/dashboard/project/${project}/sql/new?content=${content}`;
}
