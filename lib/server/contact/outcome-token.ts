import 'server-only';
import type { ErrorCode } from '@/lib/api/errors';
import {
  CONTACT_FIELD_NAMES,
  CONTACT_FIELDS,
  type ContactField,
  type ContactFieldErrors,
  type ContactInput,
  mapFields,
} from '@/lib/contact/fields';
import { keptForSeconds } from '@/lib/retention';
import { openToken, sealToken } from '@/lib/server/crypto/sealed-token';
import { isServiceType } from '@/lib/services';

type SentOutcome = { state: 'sent'; service: string };

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
  /** Where the visitor came from; missing if `direct`, or if there is no room. */
  source?: string | undefined;
};

/** The result of a plain form post. */
export type ContactOutcome = SentOutcome | FailedOutcome;

export const OUTCOME_SECONDS = keptForSeconds.formCookie;
const PURPOSE = 'contact outcome v1';
/** What is left of 4,000 bytes of headers, after the longest of the others. */
const MAX_LENGTH = 3160;
/** How close to the longest text that fits the search comes; each step encrypts. */
const LENGTH_STEP = 32;

type Fields = typeof CONTACT_FIELDS;
type InputField = {
  [Name in ContactField]: Fields[Name]['control'] extends 'input' ? Name : never;
}[ContactField];

export const INPUT_FIELDS = CONTACT_FIELD_NAMES.filter(
  (name): name is InputField => CONTACT_FIELDS[name].control === 'input',
);
const MESSAGE_LIMIT = CONTACT_FIELDS.message.limit;
const INPUTS_LIMIT = INPUT_FIELDS.reduce((sum, name) => sum + CONTACT_FIELDS[name].limit, 0);

type StoredValues = { [Name in ContactField]?: string | undefined };
/** `utf16` holds the message, in base64, if that is shorter. */
type Token = {
  outcome: SentOutcome | (Omit<FailedOutcome, 'values'> & { values: StoredValues });
  utf16?: string | undefined;
};

const seal = (token: Token) => sealToken(PURPOSE, token, OUTCOME_SECONDS);

/** Leaves out empty values, so that an optional field takes no room from the message. */
const sealFailure = (outcome: FailedOutcome, utf16?: string) =>
  seal({
    outcome: { ...outcome, values: mapFields((name) => outcome.values[name] || undefined) },
    utf16,
  });

/** Returns null if the outcome is forged or expired. */
export async function openOutcome(sealed: string): Promise<ContactOutcome | null> {
  const token = await openToken<Token>(PURPOSE, sealed);
  if (!token) return null;
  const { outcome, utf16 } = token;
  if (outcome.state === 'sent') return outcome;
  const values = mapFields((name) => outcome.values[name] ?? '');
  if (utf16 !== undefined) values.message = Buffer.from(utf16, 'base64').toString('utf16le');
  return { ...outcome, values };
}

/** Encrypts as much of the typed values as fits: of the message at least 1,000 characters. */
export async function sealOutcome(outcome: ContactOutcome): Promise<string> {
  if (outcome.state === 'sent') return seal({ outcome });
  const whole = await sealIfShort(outcome);
  if (whole) return whole;
  let fits: number = MESSAGE_LIMIT;
  let tooLong = Math.max(outcome.values.message.length, fits) + INPUTS_LIMIT;
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
 * Keeps `length` characters: the first 1,000 are for the message, then follow the inputs, then the
 * rest of the message.
 */
function cutOutcome(outcome: FailedOutcome, length: number): FailedOutcome {
  const values = { ...outcome.values };
  if (!isServiceType(values.service_type)) values.service_type = '';
  let left = length - MESSAGE_LIMIT;
  for (const name of INPUT_FIELDS) {
    const inputLength = Math.min(left, CONTACT_FIELDS[name].limit);
    values[name] = cutText(values[name], inputLength);
    left -= inputLength;
  }
  values.message = cutText(values.message, MESSAGE_LIMIT + left);
  return { ...outcome, values, cut: true, source: undefined };
}

/** Never ends with half of a character. */
const cutText = (text: string, length: number) =>
  text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');

/** Returns null if it would be too long. */
async function sealIfShort(outcome: FailedOutcome): Promise<string | null> {
  const { values } = outcome;
  const { message } = values;
  const sealed = await sealFailure(outcome);
  if (sealed.length <= MAX_LENGTH) return sealed;
  // Letters of many scripts take three bytes as UTF-8, and two as UTF-16.
  if (Buffer.byteLength(message) <= 2 * message.length) return null;
  const utf16 = Buffer.from(message, 'utf16le').toString('base64');
  const shorter = await sealFailure({ ...outcome, values: { ...values, message: '' } }, utf16);
  return shorter.length <= MAX_LENGTH ? shorter : null;
}
