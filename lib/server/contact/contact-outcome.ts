import 'server-only';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { readFormMetadata } from '@/lib/contact/form-metadata';
import { errorMessages, shouldOfferMail, storeMessages } from '@/lib/contact/messages';
import { keptForSeconds } from '@/lib/content/kept-for';
import {
  type ContactFieldErrors,
  EMAIL_MAX_LENGTH,
  fieldMessages,
  MESSAGE_MAX_LENGTH,
  SERVICE_TYPES,
} from '@/lib/contact/schema';
import type { FinalResult, Redirect } from '@/lib/server/http/handler-result';
import { getEnv } from '@/lib/server/env';
import { deriveKey } from '@/lib/server/http/crypto';
import type { Input } from '@/lib/server/http/request-body';

const OUTCOME_PATH = '/contact';
const LIFETIME_SECONDS = keptForSeconds.formCookie;
// One of two until a later version; the name stays, so that any version reads a short outcome.
const COOKIE_NAME = 'contact-outcome.0';
/** What is left of 4,000 bytes of headers, after the longest of the others. */
const COOKIE_LENGTH = 3150;
const EMAIL_KEPT_LENGTH = 1000;
/** How close to the longest text that fits the search comes; each step encrypts once. */
const LENGTH_STEP = 32;
const ENCRYPTION = { alg: 'dir', enc: 'A256GCM', zip: 'DEF' };

type TypedValues = { service_type: string; email: string; message: string };

type FailedOutcome = {
  state: 'failed';
  message: string;
  offerMail: boolean;
  fields: ContactFieldErrors;
  values: TypedValues;
  /** Whether the values were too long for the cookie. */
  cut: boolean;
  /** The key of the form, which stays the same when it is shown again. */
  formKey?: string | undefined;
};

/** The result of a plain form post, shown by the page `/contact`. */
export type ContactOutcome = { state: 'sent'; service: string } | FailedOutcome;

type Token = { outcome: ContactOutcome } | { compact: CompactOutcome; utf16?: string };

/** A long outcome in few bytes. `utf16` holds its message, in base64, if that is shorter. */
type CompactOutcome = [
  message: string,
  fields: ContactFieldErrors,
  values: [service: string, email: string, message: string],
  offerMail: boolean,
  cut: boolean,
  formKey?: string | undefined,
];

/**
 * Redirects a plain form post to `/contact`, with the outcome in an encrypted cookie that lasts
 * five minutes. The address says no more than whether the request was sent, for browsers that keep
 * no cookies. `typed` holds the fields that could be read, and the form's key.
 */
export async function redirectToOutcome(result: FinalResult, typed: Input): Promise<Redirect> {
  const token = await encryptToFit(createOutcome(result, typed));
  const secure = getEnv().SITE_URL.startsWith('https:') ? '; Secure' : '';
  const attributes = `; Path=${OUTCOME_PATH}; Max-Age=${LIFETIME_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
  return {
    location: `${OUTCOME_PATH}?${writeQuery(result)}`,
    cookies: [`${COOKIE_NAME}=${token}${attributes}`],
  };
}

const writeQuery = (result: FinalResult) =>
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
  const isKnown = typeof error === 'string' && Object.hasOwn(errorMessages, error);
  const code = isKnown ? (error as keyof typeof errorMessages) : 'internal';
  return { state: 'maybe-failed', message: errorMessages[code] };
}

/**
 * Decrypts the outcome. Returns null if there is none, or if it is forged or expired.
 *
 * @param readCookie returns a cookie's value by its name
 */
export async function readOutcome(
  readCookie: (name: string) => string | undefined,
): Promise<ContactOutcome | null> {
  try {
    const { payload } = await jwtDecrypt<Token>(readCookie(COOKIE_NAME) ?? '', getKey(), {
      keyManagementAlgorithms: [ENCRYPTION.alg],
      contentEncryptionAlgorithms: [ENCRYPTION.enc],
    });
    const token: Token = payload;
    return 'outcome' in token ? token.outcome : expand(token.compact, token.utf16);
  } catch {
    return null;
  }
}

const getKey = () => deriveKey('contact outcome v1');

/** Encrypts as much of the typed values as fits: of the message at least 1,000 characters. */
async function encryptToFit(outcome: ContactOutcome): Promise<string> {
  if (outcome.state === 'sent') return encrypt({ outcome });
  const whole = await encryptFirst([{ outcome }, ...createCompactTokens(outcome)]);
  if (whole) return whole;
  const { service_type, email, message } = outcome.values;
  const isKnown = SERVICE_TYPES.some((known) => known === service_type);
  const encryptCut = (emailLength: number, messageLength: number) =>
    encryptFirst(
      createCompactTokens({
        ...outcome,
        values: {
          service_type: isKnown ? service_type : '',
          email: cutText(email, emailLength),
          message: cutText(message, messageLength),
        },
        cut: true,
      }),
    );
  return (
    (await findLongest(MESSAGE_MAX_LENGTH, message.length, (length) =>
      encryptCut(EMAIL_MAX_LENGTH, length),
    )) ??
    (await findLongest(0, EMAIL_MAX_LENGTH, (length) => encryptCut(length, MESSAGE_MAX_LENGTH))) ??
    ''
  );
}

/** The token of about the greatest length that fits; null if not even that of `min` does. */
async function findLongest(
  min: number,
  max: number,
  encryptLength: (length: number) => Promise<string | null>,
): Promise<string | null> {
  let longest = await encryptLength(min);
  let [fits, tooLong] = [min, max];
  while (longest && tooLong - fits > LENGTH_STEP) {
    const length = (fits + tooLong) >> 1;
    const token = await encryptLength(length);
    if (token) [longest, fits] = [token, length];
    else tooLong = length;
  }
  return longest;
}

/** Returns the first token that fits into the cookie, encrypted; null if none does. */
async function encryptFirst(tokens: readonly Token[]): Promise<string | null> {
  for (const token of tokens) {
    const encrypted = await encrypt(token);
    if (encrypted.length <= COOKIE_LENGTH) return encrypted;
  }
  return null;
}

const encrypt = (token: Token): Promise<string> =>
  new EncryptJWT(token)
    .setProtectedHeader(ENCRYPTION)
    .setExpirationTime(`${LIFETIME_SECONDS}s`)
    .encrypt(getKey());

/** The sentences that an outcome may have, by a shorter name. */
const sentences: Readonly<Record<string, string>> = {
  ...errorMessages,
  ...storeMessages,
  ...fieldMessages,
};
const names = new Map(Object.entries(sentences).map(([name, sentence]) => [sentence, name]));
const shorten = (sentence: string) => names.get(sentence) ?? sentence;
const lengthen = (name: string) => (Object.hasOwn(sentences, name) && sentences[name]) || name;
const mapFields = (fields: ContactFieldErrors, map: (text: string) => string) =>
  Object.fromEntries(Object.entries(fields).map(([field, text]) => [field, map(text)]));

function createCompactTokens({
  message,
  fields,
  values,
  offerMail,
  cut,
  formKey,
}: FailedOutcome): Token[] {
  const { service_type, email, message: text } = values;
  const createToken = (sentText: string): CompactOutcome => [
    shorten(message),
    mapFields(fields, shorten),
    [service_type, email, sentText],
    offerMail,
    cut,
    formKey,
  ];
  const tokens: Token[] = [{ compact: createToken(text) }];
  // Letters of many scripts take three bytes as UTF-8, and two as UTF-16.
  if (Buffer.byteLength(text) > 2 * text.length) {
    const utf16 = Buffer.from(text, 'utf16le').toString('base64');
    tokens.push({ compact: createToken(''), utf16 });
  }
  return tokens;
}

function expand(
  [message, fields, [service_type, email, text], offerMail, cut, formKey]: CompactOutcome,
  utf16?: string,
): FailedOutcome {
  const typed = utf16 === undefined ? text : Buffer.from(utf16, 'base64').toString('utf16le');
  return {
    state: 'failed',
    message: lengthen(message),
    offerMail,
    fields: mapFields(fields, lengthen),
    values: { service_type, email, message: typed },
    cut,
    formKey,
  };
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
    formKey: readFormMetadata({ idempotency_key: typed['form_key'] }).idempotencyKey ?? undefined,
  };
}

// HTML cannot hold other control characters.
const removeControlCharacters = (value: unknown) =>
  typeof value === 'string' ? value.replace(/(?![\n\r\t])\p{Cc}/gu, '') : '';

/** Never ends with half of a character. */
const cutText = (text: string, length: number) =>
  text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
