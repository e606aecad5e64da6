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
 * An address whose user part ends early, at a sign that is not encoded: `URL` takes the start of
 * the user part for host and port. A path or a query may hold `@` only where that is impossible.
 * Finds `https://jan:20/24@a.example`, not `https://a.example/@jan`.
 */
const CUT_USER_PART = /^https?:\/\/([^/?#]*:[^/?#]*[/?]|[^./?#]*[/?]|[^/?#]*#).*@/is;
const ENCODE_USER_PART =
  'must have an encoded user name and password: encode # as %23, / as %2F, ? as %3F, ' +
  '@ as %40, : as %3A, % as %25, \\ as %5C and a space as %20';

const createUrlSchema = (protocol: RegExp, characters: RegExp, error: string) =>
  z
    .url({ protocol, hostname: HOST, error })
    .regex(characters, { error })
    .refine((url) => !CUT_USER_PART.test(url), { error: ENCODE_USER_PART });

export const webAddressSchema = createUrlSchema(
  /^https?$/,
  URL_CHARACTERS,
  'must be a web address',
).refine(
  // `fetch` refuses it.
  (url) => !URL.canParse(url) || new URL(url).username === '',
  { error: 'must have no user name and no password' },
);

/** Refuses what Supabase's dashboard shows next to it: its own address, and that of one API. */
export const databaseAddressSchema = webAddressSchema.regex(
  /^(?!https?:\/\/(www\.)?supabase\.com\b|.*\/(rest|auth|storage)\/v1\b)/i,
  { error: 'must be the project’s API address, like https://abcd.supabase.co' },
);

export const replyAddressSchema = z
  .url({ protocol: /^(https?|mailto)$/, error: 'must be a web or mail address' })
  .regex(REPLY_ADDRESS, { error: 'must be a web or mail address' })
  .refine((url) => !CUT_USER_PART.test(url), { error: ENCODE_USER_PART });

export const mailServerSchema = createUrlSchema(
  /^smtps?$/,
  // A password may hold more.
  /^[^\s"<>]+$/,
  'must be an address like smtps://user:password@host',
).refine(isUserPartEncoded, { error: ENCODE_USER_PART });

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
  'must be max-age=<seconds>, which includeSubDomains and preload may follow after semicolons';

export const hstsSchema = z
  .string()
  .transform(parseHsts)
  .pipe(z.string({ error: HSTS_RULE }));

/** Normalizes Strict-Transport-Security; undefined if a browser would ignore it. */
export function parseHsts(text: string): string | undefined {
  const directives = text
    .toLowerCase()
    .split(';')
    .map((directive) => directive.trim())
    .filter(Boolean);
  const maxAge = directives.find((directive) => /^max-age=\d{1,10}$/.test(directive));
  if (!maxAge) return undefined;
  const optional = ['includeSubDomains', 'preload'].filter((name) =>
    directives.includes(name.toLowerCase()),
  );
  const known = [maxAge, ...optional];
  return known.length === directives.length ? known.join('; ') : undefined;
}
