import 'server-only';
import type { ErrorCode } from '@/lib/api/errors';
import { EMAIL_MAX_LENGTH, MESSAGE_MAX_LENGTH } from '@/lib/contact/lengths';
import type { ContactFieldErrors, ContactInput } from '@/lib/contact/schema';
import { keptForSeconds } from '@/lib/retention';
import { openToken, sealToken } from '@/lib/server/crypto/sealed-token';
import { isServiceType } from '@/lib/services';

type FailedOutcome = {
  state: 'failed';
  error: ErrorCode;
  /** Replaces the message of the error code. */
  message?: string | undefined;
  fields: ContactFieldErrors;
  values: ContactInput;
  /** Whether the values were too long for the cookie. */
  cut: boolean;
  /** The key of the form, which stays the same when it is shown again. */
  formKey?: string | undefined;
};

/** The result of a plain form post. */
export type ContactOutcome = { state: 'sent'; service: string } | FailedOutcome;

export const OUTCOME_SECONDS = keptForSeconds.formCookie;
const PURPOSE = 'contact outcome v1';
/** What is left of 4,000 bytes of headers, after the longest of the others. */
const MAX_LENGTH = 3160;
/** How close to the longest text that fits the search comes; each step encrypts. */
const LENGTH_STEP = 32;

/** `utf16` holds the message, in base64, if that is shorter. */
type Token = { outcome: ContactOutcome; utf16?: string };

const seal = (token: Token) => sealToken(PURPOSE, token, OUTCOME_SECONDS);

/** Returns null if the outcome is forged or expired. */
export async function openOutcome(sealed: string): Promise<ContactOutcome | null> {
  const token = await openToken<Token>(PURPOSE, sealed);
  if (!token) return null;
  const { outcome, utf16 } = token;
  if (utf16 === undefined || outcome.state === 'sent') return outcome;
  const message = Buffer.from(utf16, 'base64').toString('utf16le');
  return { ...outcome, values: { ...outcome.values, message } };
}

/** Encrypts as much of the typed values as fits: of the message at least 1,000 characters. */
export async function sealOutcome(outcome: ContactOutcome): Promise<string> {
  if (outcome.state === 'sent') return seal({ outcome });
  const whole = await sealIfShort(outcome);
  if (whole) return whole;
  let fits = MESSAGE_MAX_LENGTH;
  let tooLong = Math.max(outcome.values.message.length, fits) + EMAIL_MAX_LENGTH;
  let longest = await sealIfShort(cutOutcome(outcome, fits));
  while (longest && tooLong - fits > LENGTH_STEP) {
    const length = (fits + tooLong) >> 1;
    const sealed = await sealIfShort(cutOutcome(outcome, length));
    if (sealed) [longest, fits] = [sealed, length];
    else tooLong = length;
  }
  return longest ?? '';
}

/**
 * Keeps `length` characters: the first 1,000 are for the message, then follows the address, then
 * the rest of the message.
 */
function cutOutcome(outcome: FailedOutcome, length: number): FailedOutcome {
  const { service_type, email, message } = outcome.values;
  const emailLength = Math.min(length - MESSAGE_MAX_LENGTH, EMAIL_MAX_LENGTH);
  const values = {
    service_type: isServiceType(service_type) ? service_type : '',
    email: cutText(email, emailLength),
    message: cutText(message, length - emailLength),
  };
  return { ...outcome, values, cut: true };
}

/** Never ends with half of a character. */
const cutText = (text: string, length: number) =>
  text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');

/** Returns null if it would be too long. */
async function sealIfShort(outcome: FailedOutcome): Promise<string | null> {
  const { values } = outcome;
  const { message } = values;
  const sealed = await seal({ outcome });
  if (sealed.length <= MAX_LENGTH) return sealed;
  // Letters of many scripts take three bytes as UTF-8, and two as UTF-16.
  if (Buffer.byteLength(message) <= 2 * message.length) return null;
  const utf16 = Buffer.from(message, 'utf16le').toString('base64');
  const shorter = await seal({
    outcome: { ...outcome, values: { ...values, message: '' } },
    utf16,
  });
  return shorter.length <= MAX_LENGTH ? shorter : null;
}
