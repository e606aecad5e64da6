import 'server-only';
import { CONTACT_FIELD_NAMES, type ContactOutcome, readInput } from '@/lib/contact/fields';
import { errorsEn } from '@/lib/content/contact-en';
import { keptForSeconds } from '@/lib/retention';
import { openToken, sealToken } from '@/lib/server/crypto';
import { getEnv } from '@/lib/server/env';
import type { HandlerResult, Input } from '@/lib/server/http/request';
import { readFormMetadata } from './strategy-sessions';

const OUTCOME_PATH = '/contact';
// The name stays, so that any version reads the outcome.
export const OUTCOME_COOKIE = 'contact-outcome.0';
const PURPOSE = 'contact outcome v1';
/** What is left of 4,000 bytes of headers, after the longest of the others. */
const MAX_COOKIE_LENGTH = 3160;

/**
 * The outcome is in an encrypted cookie; for browsers that keep none, the address says whether the
 * request was sent. The cookie is empty if what was typed is too long: the browser has it still.
 */
export async function redirectToOutcome(result: HandlerResult, typed: Input): Promise<Response> {
  const seconds = keptForSeconds.formCookie;
  const token = await sealToken(PURPOSE, { outcome: describeOutcome(result, typed) }, seconds);
  const wasRead = result.ok || CONTACT_FIELD_NAMES.some((name) => name in typed);
  const cookie = wasRead && token.length <= MAX_COOKIE_LENGTH ? token : '';
  const secure = getEnv().SITE_URL.startsWith('https:') ? '; Secure' : '';
  const query = result.ok ? 'outcome=sent' : `outcome=not-sent&error=${result.error}`;
  const headers = {
    'Cache-Control': 'no-store',
    Location: `${OUTCOME_PATH}?${query}`,
    'Set-Cookie':
      `${OUTCOME_COOKIE}=${cookie}` +
      `; Path=${OUTCOME_PATH}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`,
  };
  return new Response(null, { status: 303, headers });
}

function describeOutcome(result: HandlerResult, typed: Input): ContactOutcome {
  if (result.ok) {
    const { service_type, booking_url } = result.body ?? {};
    const bookingUrl = booking_url as string | undefined;
    return { state: 'sent', service: String(service_type ?? ''), bookingUrl };
  }
  const { error, message = describeError(error), fields = {} } = result;
  const values = readInput((name) => typed[name]);
  const { source } = readFormMetadata(typed);
  return { state: 'failed', error, message, fields, values, source };
}

/** Null if there is none. The cookie wins over the address, which may be an earlier one. */
export async function readOutcome(
  cookie: string | undefined,
  query: Readonly<Record<string, string | string[] | undefined>>,
): Promise<ContactOutcome | null> {
  if (query['new'] !== undefined) return null;
  const token = await openToken<{ outcome: ContactOutcome }>(PURPOSE, cookie ?? '');
  if (token) return token.outcome;
  if (query['outcome'] === 'sent') return { state: 'maybe-sent' };
  if (query['outcome'] !== 'not-sent') return null;
  return { state: 'maybe-failed', message: describeError(query['error']) };
}

function describeError(error: unknown): string {
  const isKnown = Object.hasOwn(errorsEn, String(error));
  return errorsEn[isKnown ? (error as keyof typeof errorsEn) : 'internal'];
}
