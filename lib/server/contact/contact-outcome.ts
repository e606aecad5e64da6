import 'server-only';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { shouldOfferMail } from '@/lib/contact/messages';
import { keptForSeconds } from '@/lib/content/kept-for';
import {
  type ContactFieldErrors,
  EMAIL_MAX_LENGTH,
  MESSAGE_MAX_LENGTH,
} from '@/lib/contact/schema';
import type { FinalResult, Redirect } from '@/lib/server/http/handler-result';
import { getEnv } from '@/lib/server/env';
import { deriveKey } from '@/lib/server/http/keyed-hash';
import type { Input } from '@/lib/server/http/request-body';

const OUTCOME_PATH = '/contact';
const LIFETIME_SECONDS = keptForSeconds.formCookie;
// Browsers keep about 4096 bytes per cookie, common proxies about 8 KB of cookies per request.
const COOKIE_NAMES = ['contact-outcome.0', 'contact-outcome.1'];
const COOKIE_LENGTH = 3600;
const EMAIL_KEPT_LENGTH = 1000;
const ENCRYPTION = { alg: 'dir', enc: 'A256GCM', zip: 'DEF' };

type TypedValues = { service_type: string; email: string; message: string };

type FailedOutcome = {
  state: 'failed';
  message: string;
  offerMail: boolean;
  fields: ContactFieldErrors;
  values: TypedValues;
  /** Whether the values were too long for the cookies. */
  cut: boolean;
};

/** The result of a plain form post, shown by the page `/contact`. */
export type ContactOutcome = { state: 'sent'; service: string } | FailedOutcome;

/**
 * Redirects a plain form post to `/contact`, with the outcome in encrypted cookies that last five
 * minutes. `typed` holds the fields that could be read.
 */
export async function redirectToOutcome(result: FinalResult, typed: Input): Promise<Redirect> {
  const outcome = createOutcome(result, typed);
  let token = await encrypt(outcome);
  if (token.length > COOKIE_NAMES.length * COOKIE_LENGTH && outcome.state === 'failed') {
    token = await encrypt(truncateValues(outcome));
  }
  const secure = getEnv().SITE_URL.startsWith('https:') ? '; Secure' : '';
  const attributes = `; Path=${OUTCOME_PATH}; Max-Age=${LIFETIME_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
  // Both are always set, to overwrite an earlier, longer outcome.
  const cookies = COOKIE_NAMES.map((name, index) => {
    const start = index * COOKIE_LENGTH;
    return `${name}=${token.slice(start, start + COOKIE_LENGTH)}${attributes}`;
  });
  return { location: OUTCOME_PATH, cookies };
}

/**
 * Decrypts the outcome. Returns null if there is none, or if it is forged or expired.
 *
 * @param readCookie returns a cookie's value by its name
 */
export async function readOutcome(
  readCookie: (name: string) => string | undefined,
): Promise<ContactOutcome | null> {
  const token = COOKIE_NAMES.map((name) => readCookie(name) ?? '').join('');
  try {
    const { payload } = await jwtDecrypt<{ outcome: ContactOutcome }>(token, getKey(), {
      keyManagementAlgorithms: [ENCRYPTION.alg],
      contentEncryptionAlgorithms: [ENCRYPTION.enc],
    });
    return payload.outcome;
  } catch {
    return null;
  }
}

const getKey = () => deriveKey('contact outcome v1');

function encrypt(outcome: ContactOutcome): Promise<string> {
  return new EncryptJWT({ outcome })
    .setProtectedHeader(ENCRYPTION)
    .setExpirationTime(`${LIFETIME_SECONDS}s`)
    .encrypt(getKey());
}

function createOutcome(result: FinalResult, typed: Input): ContactOutcome {
  if (result.ok) return { state: 'sent', service: String(result.body?.['service_type'] ?? '') };
  const readText = (name: string) => removeControlCharacters(typed[name]);
  const email = readText('email');
  return {
    state: 'failed',
    message: result.message,
    offerMail: shouldOfferMail(result.error),
    fields: result.fields ?? {},
    values: {
      service_type: readText('service_type').slice(0, 64),
      email: email.slice(0, EMAIL_KEPT_LENGTH),
      message: readText('message'),
    },
    cut:
      email.length > EMAIL_KEPT_LENGTH ||
      (result.error === 'too_large' && readText('message') !== ''),
  };
}

// HTML cannot hold other control characters.
const removeControlCharacters = (value: unknown) =>
  typeof value === 'string' ? value.replace(/(?![\n\r\t])\p{Cc}/gu, '') : '';

/** Cuts the values to what the form accepts, which always fits into the cookies. */
function truncateValues({ values, ...rest }: FailedOutcome): FailedOutcome {
  const email = values.email.slice(0, EMAIL_MAX_LENGTH);
  const message = values.message.slice(0, MESSAGE_MAX_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
  return { ...rest, values: { ...values, email, message }, cut: true };
}
