import 'server-only';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { EMAIL_MAX_LENGTH, MESSAGE_MAX_LENGTH } from '@/lib/contact/lengths';
import { errorMessages, storeMessages } from '@/lib/contact/messages';
import { type ContactFieldErrors, type ContactInput, fieldMessages } from '@/lib/contact/schema';
import { SERVICE_TYPES } from '@/lib/services';
import { deriveKey } from '@/lib/server/http/crypto';

type FailedOutcome = {
  state: 'failed';
  message: string;
  offerMail: boolean;
  fields: ContactFieldErrors;
  values: ContactInput;
  /** Whether the values were too long for the cookie. */
  cut: boolean;
  /** The key of the form, which stays the same when it is shown again. */
  formKey?: string | undefined;
};

/** The result of a plain form post, shown by the page `/contact`. */
export type ContactOutcome = { state: 'sent'; service: string } | FailedOutcome;

/** What is left of 4,000 bytes of headers, after the longest of the others. */
const MAX_LENGTH = 3150;
/** How close to the longest text that fits the search comes; each step encrypts once. */
const LENGTH_STEP = 32;
const ENCRYPTION = { alg: 'dir', enc: 'A256GCM', zip: 'DEF' };

/** `utf16` holds the message, in base64, if that is shorter. Sentences then go by their names. */
type Token = { outcome: ContactOutcome; utf16?: string };

const getKey = () => deriveKey('contact outcome v1');

const encrypt = (token: Token, lifetimeSeconds: number): Promise<string> =>
  new EncryptJWT(token)
    .setProtectedHeader(ENCRYPTION)
    .setExpirationTime(`${lifetimeSeconds}s`)
    .encrypt(getKey());

/** Returns null if the token is forged or expired. */
export async function decryptOutcome(encrypted: string): Promise<ContactOutcome | null> {
  try {
    const { payload } = await jwtDecrypt<Token>(encrypted, getKey(), {
      keyManagementAlgorithms: [ENCRYPTION.alg],
      contentEncryptionAlgorithms: [ENCRYPTION.enc],
    });
    const { outcome, utf16 } = payload;
    if (utf16 === undefined || outcome.state === 'sent') return outcome;
    const message = Buffer.from(utf16, 'base64').toString('utf16le');
    return { ...mapSentences(outcome, lengthen), values: { ...outcome.values, message } };
  } catch {
    return null;
  }
}

/** The sentences that an outcome may have, by a shorter name. */
const sentences: Readonly<Record<string, string>> = {
  ...errorMessages,
  ...storeMessages,
  ...fieldMessages,
};
const names = new Map(Object.entries(sentences).map(([name, sentence]) => [sentence, name]));
const shorten = (sentence: string) => names.get(sentence) ?? sentence;
const lengthen = (name: string) => (Object.hasOwn(sentences, name) && sentences[name]) || name;

const mapSentences = (outcome: FailedOutcome, map: (text: string) => string): FailedOutcome => ({
  ...outcome,
  message: map(outcome.message),
  fields: Object.fromEntries(
    Object.entries(outcome.fields).map(([field, text]) => [field, map(text)]),
  ),
});

/** Encrypts as much of the typed values as fits: of the message at least 1,000 characters. */
export async function encryptToFit(
  outcome: ContactOutcome,
  lifetimeSeconds: number,
): Promise<string> {
  if (outcome.state === 'sent') return encrypt({ outcome }, lifetimeSeconds);
  const whole = await encryptIfShort(outcome, lifetimeSeconds);
  if (whole) return whole;
  const { service_type, email, message } = outcome.values;
  const isKnown = SERVICE_TYPES.some((known) => known === service_type);
  const encryptCut = (emailLength: number, messageLength: number) =>
    encryptIfShort(
      {
        ...outcome,
        values: {
          service_type: isKnown ? service_type : '',
          email: cutText(email, emailLength),
          message: cutText(message, messageLength),
        },
        cut: true,
      },
      lifetimeSeconds,
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

/** Returns null if the token would be too long. */
async function encryptIfShort(
  outcome: FailedOutcome,
  lifetimeSeconds: number,
): Promise<string | null> {
  const { values } = outcome;
  const { message } = values;
  const tokens: Token[] = [{ outcome }];
  // Letters of many scripts take three bytes as UTF-8, and two as UTF-16.
  if (Buffer.byteLength(message) > 2 * message.length) {
    const utf16 = Buffer.from(message, 'utf16le').toString('base64');
    const short = { ...mapSentences(outcome, shorten), values: { ...values, message: '' } };
    tokens.push({ outcome: short, utf16 });
  }
  for (const token of tokens) {
    const encrypted = await encrypt(token, lifetimeSeconds);
    if (encrypted.length <= MAX_LENGTH) return encrypted;
  }
  return null;
}

/** Never ends with half of a character. */
const cutText = (text: string, length: number) =>
  text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
