import 'server-only';
import { CONTACT_FIELDS, type ContactField, mapFields } from '@/lib/contact/fields';
import { readFormMetadata } from '@/lib/contact/form-metadata';
import { shouldOfferMail } from '@/lib/contact/messages';
import { errorsEn } from '@/lib/content/contact-en';
import type { HandlerResult, Redirect } from '@/lib/server/http/handler-result';
import { getEnv } from '@/lib/server/env';
import type { Input } from '@/lib/server/http/request-body';
import { classifySource } from './request-source';
import {
  type ContactOutcome,
  INPUT_FIELDS,
  openOutcome,
  OUTCOME_SECONDS,
  sealOutcome,
} from './outcome-token';

const OUTCOME_PATH = '/contact';
// One of two until a later version; the name stays, so that any version reads a short outcome.
const COOKIE_NAME = 'contact-outcome.0';
/** How much of what was typed is kept, for each kind of control. */
const KEPT_LENGTHS = { select: 64, input: 1000, textarea: Infinity };

/**
 * Redirects a plain form post to `/contact`, with the outcome in an encrypted cookie that lasts
 * five minutes. The address says no more than whether the request was sent, for browsers that keep
 * no cookies. `typed` holds the fields that could be read, and the form's key.
 */
export async function redirectToOutcome(result: HandlerResult, typed: Input): Promise<Redirect> {
  const token = await sealOutcome(createOutcome(result, typed));
  const secure = getEnv().SITE_URL.startsWith('https:') ? '; Secure' : '';
  const attributes = `; Path=${OUTCOME_PATH}; Max-Age=${OUTCOME_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
  return {
    location: `${OUTCOME_PATH}?${writeQuery(result)}`,
    cookies: [`${COOKIE_NAME}=${token}${attributes}`],
  };
}

const writeQuery = (result: HandlerResult) =>
  result.ok ? 'outcome=sent' : `outcome=not-sent&error=${result.error}`;

/** What the address says. It can't be trusted: anyone may have typed, kept or passed it on. */
type AddressedOutcome = { state: 'maybe-sent' } | { state: 'maybe-failed'; message: string };

/** Returns null for an address that no redirect leads to. */
export function readAddressedOutcome(
  query: Readonly<Record<string, string | string[] | undefined>>,
): AddressedOutcome | null {
  const { outcome, error } = query;
  if (outcome === 'sent') return { state: 'maybe-sent' };
  if (outcome !== 'not-sent') return null;
  return { state: 'maybe-failed', message: getErrorMessage(error) };
}

function getErrorMessage(error: unknown): string {
  const isKnown = typeof error === 'string' && Object.hasOwn(errorsEn, error);
  return errorsEn[isKnown ? (error as keyof typeof errorsEn) : 'internal'];
}

/** Decrypts the outcome. Returns null if there is none, or if it is forged or expired. */
export async function readOutcome(readCookie: (name: string) => string | undefined) {
  const outcome = await openOutcome(readCookie(COOKIE_NAME) ?? '');
  if (outcome?.state !== 'failed') return outcome;
  const { error, message = getErrorMessage(error), ...rest } = outcome;
  return { ...rest, message, offerMail: shouldOfferMail(error) };
}

function createOutcome(result: HandlerResult, typed: Input): ContactOutcome {
  if (result.ok) return { state: 'sent', service: String(result.body?.['service_type'] ?? '') };
  const source = classifySource(typed['source']);
  const readText = (name: ContactField) => removeControlCharacters(typed[name]);
  return {
    state: 'failed',
    error: result.error,
    message: result.message,
    fields: result.fields ?? {},
    values: mapFields((name) =>
      readText(name).slice(0, KEPT_LENGTHS[CONTACT_FIELDS[name].control]),
    ),
    cut:
      INPUT_FIELDS.some((name) => readText(name).length > KEPT_LENGTHS.input) ||
      (result.error === 'too_large' && readText('message') !== ''),
    formKey: readFormMetadata({ idempotency_key: typed['form_key'] }).idempotencyKey ?? undefined,
    source: source === 'direct' ? undefined : source,
  };
}

// HTML cannot hold other control characters.
const removeControlCharacters = (value: unknown) =>
  typeof value === 'string' ? value.replace(/(?![\n\r\t])\p{Cc}/gu, '') : '';
