import * as z from 'zod';

/** What a mail program, a chat or a settings file leaves around an address, and `URL` accepts. */
const WRAPPERS = '\\p{C}"<>“”„‘’`';
const MAIL_ADDRESS = `[^\\s@,;:()[\\]${WRAPPERS}]+@[^\\s@,;:()[\\]?&'${WRAPPERS}]*[\\p{L}\\p{N}]`;
const MAIL_LIST = `${MAIL_ADDRESS}(\\s*,\\s*${MAIL_ADDRESS})*`;
/** Accepts `eva@firma.cz, ota@firma.cz`, not `(eva@firma.cz)`. */
const MAIL_ADDRESSES = new RegExp(`^${MAIL_LIST}$`, 'u');
/** Accepts `https://a.example/?b=1&c=2`, not `https://a.example/?b=1&amp;c=2`. */
const URL_CHARACTERS = new RegExp(`^(?!.*&amp;)[^\\s${WRAPPERS}]+$`, 'u');
/** Accepts `mailto:eva@firma.cz?subject=A call`, not `https://a.example/a b`. */
const REPLY_ADDRESS = new RegExp(
  `^(?!.*&amp;)(https?:[^\\s${WRAPPERS}]*|mailto:${MAIL_LIST}(\\?[^${WRAPPERS}]*)?)$`,
  'u',
);
/** Accepts `[::1]` and `a.example`, not `a.example'`. */
const HOST = /^([\w.%-]+|\[[\da-f:.]+\])$/i;

/**
 * An address with a user part, also one that ends early, at a sign that is not encoded: `URL` takes
 * its start for host and port. A path or a query may hold `@` only where that is impossible. Finds
 * `https://jan:20/24@a.example`, not `https://a.example/@jan`.
 */
const USER_PART = /^https?:\/\/([^/?#]*|[^/?#]*:[^/?#]*[/?].*|[^./?#]*[/?].*|[^/?#]*#.*)@/is;
/** `fetch` refuses one, and a link would show it. */
const withoutUser = [
  (url: string) => !USER_PART.test(url),
  'must have no user and password',
] as const;

const createWebAddressSchema = (error: string) =>
  z
    .url({ protocol: /^https?$/, hostname: HOST, error })
    .regex(URL_CHARACTERS, { error })
    .refine(...withoutUser);

export const webAddressSchema = createWebAddressSchema(
  'must be a web address that begins with https://, like https://example.com',
);

const SITE_ADDRESS = 'must begin with https:// and have no path, like https://example.com';

export const siteAddressSchema = createWebAddressSchema(SITE_ADDRESS)
  .refine((url) => /^\w+:\/\/[^/?#]*\/?$/.test(url), { error: SITE_ADDRESS })
  .transform((url) => new URL(url).origin);

const API_ADDRESS =
  'must be the project’s API address, like https://abcd.supabase.co (Project Settings → Data API)';

/** Refuses what Supabase's dashboard shows next to it: its own address, and that of one API. */
export const databaseAddressSchema = createWebAddressSchema(API_ADDRESS).regex(
  /^(?!https?:\/\/(www\.)?supabase\.com\b|.*\/(rest|auth|storage)\/v1\b)/i,
  { error: API_ADDRESS },
);

const REPLY_ERROR = 'must begin with https:// or mailto:, like mailto:eva@example.com';

export const replyAddressSchema = z
  .url({ protocol: /^(https?|mailto)$/, error: REPLY_ERROR })
  .regex(REPLY_ADDRESS, { error: REPLY_ERROR })
  .refine(...withoutUser);

const ENCODE_USER_PART =
  'must have an encoded user name and password: encode # as %23, / as %2F, ? as %3F, ' +
  '@ as %40, : as %3A, % as %25, \\ as %5C and a space as %20';

const MAIL_SERVER = 'must be an address like smtps://user:password@host';

export const mailServerSchema = z
  .url({ protocol: /^smtps?$/, hostname: HOST, error: MAIL_SERVER })
  // A password may hold more.
  .regex(/^[^\s"<>]+$/, { error: MAIL_SERVER })
  .refine(isUserPartEncoded, { error: ENCODE_USER_PART });

/** Whether everything before the last `@` of a mail server's address is a user and a password. */
function isUserPartEncoded(url: string): boolean {
  const [, userPart = ''] = /^\w+:\/\/(.*)@/s.exec(url) ?? [];
  if (url.includes('#') || !/^[^\s/?@:\\]*(:[^\s/?@:\\]*)?$/.test(userPart)) return false;
  try {
    decodeURIComponent(userPart);
    return true;
  } catch {
    return false;
  }
}

export const mailAddressesSchema = z
  .string()
  .regex(MAIL_ADDRESSES, { error: 'must be a mail address, or several with commas between' });

/** Sent as `Authorization: Bearer`. */
export const keySchema = z
  .string()
  .regex(/^[\w.~+/=-]+$/, { error: 'has characters that no key has' });

export const serverKeySchema = keySchema.refine((text) => !isPublicKey(text), {
  error: 'is a public key; the server-side key is needed',
});

/** Whether a key is meant for browsers: `sb_publishable_…`, or a JWT of another role. */
function isPublicKey(key: string): boolean {
  if (key.startsWith('sb_publishable_')) return true;
  const claims = readJwtClaims(key);
  return claims !== undefined && claims?.role !== 'service_role';
}

/** Whether a key is the JWT that came before `sb_secret_…`. */
export const isLegacyServiceKey = (key: string): boolean =>
  readJwtClaims(key)?.role === 'service_role';

/** Undefined if the key is no JWT. */
function readJwtClaims(key: string): { role?: unknown } | null | undefined {
  const [, payload, signature] = key.split('.');
  if (!payload || !signature) return undefined;
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** Compared with a header, which holds ASCII only. */
export const secretSchema = z
  .string()
  .regex(/^[ -~]+$/, { error: 'must be letters, digits and signs of ASCII' });

/** Base64, because the receiver's library decodes it. */
export const signingSecretSchema = z.string().refine(
  (text) => {
    const key = text.replace(/^whsec_/, '');
    const { length } = Buffer.from(key, 'base64');
    return z.base64().safeParse(key).success && length >= 24 && length <= 64;
  },
  { error: 'must be whsec_ and 24 to 64 bytes in base64, as `openssl rand -base64 32` prints' },
);

export const createWholeNumberSchema = (from: number, to: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int({ error: 'must be a whole number' })
    .min(from, { error: `must be at least ${from}` })
    .max(to, { error: `must be at most ${to}` });

export const switchSchema = z.stringbool({ error: 'must be true or false' }).default(false);

/** The end of a sentence that starts with the setting's name. */
export const HSTS_RULE =
  'must be max-age=<seconds>, then perhaps ; includeSubDomains, then perhaps ; preload';

export const hstsSchema = z
  .string()
  .regex(/^max-age=\d{1,10}(; ?includeSubDomains)?(; ?preload)?$/i, { error: HSTS_RULE });
