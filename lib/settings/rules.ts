import * as z from 'zod';

// What a mail program, a chat or a settings file leaves around an address, and `URL` accepts.
const STRAY = '\\p{C}\\\\"<>“”„‘’`';
const HOST = '([\\p{L}\\p{N}._-]+|\\[[\\da-f:.]+\\])(:\\d*)?';
const WEB = `https?://${HOST}([/?#]((?!&amp;)[^\\s${STRAY}])*)?`;
const MAIL = `[^\\s@,;:()[\\]${STRAY}]+@[\\p{L}\\p{N}.-]*[\\p{L}\\p{N}]`;
const MAIL_LIST = `${MAIL}(\\s*,\\s*${MAIL})*`;
const USER_PART = '([^\\s/?#@:\\\\%]|%[\\da-f]{2})*';

const createPattern = (source: string) => new RegExp(`^(${source})$`, 'iu');

const createAddressSchema = (source: string, error: string) =>
  z
    .string()
    // `fetch` refuses them, and a link would show them.
    .regex(/^(?!https?:\/\/[^/?#]*@)/i, { error: 'must have no user and password', abort: true })
    .regex(createPattern(source), { error })
    .refine((url) => URL.canParse(url), { error });

export const webAddressSchema = createAddressSchema(
  WEB,
  'must be a web address that begins with https://, like https://example.com',
);

export const siteAddressSchema = createAddressSchema(
  `https?://${HOST}/?`,
  'must begin with https:// and have no path, like https://example.com',
).transform((url) => new URL(url).origin);

/** Refuses what Supabase's dashboard shows next to it: its own address, and that of one API. */
export const databaseAddressSchema = createAddressSchema(
  `(?!https?://(www\\.)?supabase\\.com\\b|.*/(rest|auth|storage)/v1\\b)${WEB}`,
  'must be the project’s API address, like https://abcd.supabase.co (Project Settings → Data API)',
);

/** The subject of a mail may have spaces. */
export const replyAddressSchema = createAddressSchema(
  `${WEB}|mailto:${MAIL_LIST}(\\?((?!&amp;)[^${STRAY}])*)?`,
  'must begin with https:// or mailto:, like mailto:eva@example.com',
);

export const mailServerSchema = z
  .string()
  .regex(createPattern(`smtps?://(${USER_PART}(:${USER_PART})?@)?${HOST}/?(\\?[^@#\\s]*)?`), {
    error:
      'must be an address like smtps://user:password@host, with an encoded user and password: ' +
      '# as %23, / as %2F, ? as %3F, @ as %40, : as %3A, % as %25, \\ as %5C and a space as %20',
  });

export const mailAddressesSchema = z.string().regex(createPattern(MAIL_LIST), {
  error: 'must be a mail address, or several with commas between',
});

/** Sent as `Authorization: Bearer`. */
export const keySchema = z
  .string()
  .regex(/^[\w.~+/=-]+$/, { error: 'has characters that no key has' });

const SERVER_ROLE = 'service_role';

/** Refuses keys for browsers: `sb_publishable_…`, or a JWT of another role. */
export const serverKeySchema = keySchema.refine(
  (key) => !key.startsWith('sb_publishable_') && [undefined, SERVER_ROLE].includes(readRole(key)),
  { error: 'is a public key; the server-side key is needed' },
);

export const isLegacyServiceKey = (key: string): boolean => readRole(key) === SERVER_ROLE;

function readRole(key: string): string | undefined {
  try {
    const claims = Buffer.from(key.split('.')[1] ?? '', 'base64url').toString();
    return String((JSON.parse(claims) as { role?: unknown } | null)?.role);
  } catch {
    return undefined;
  }
}

/** Compared with a header, which holds ASCII only. */
export const secretSchema = z
  .string()
  .regex(/^[ -~]+$/, { error: 'must be letters, digits and signs of ASCII' });

/** Base64, because the receiver's library decodes it. */
export const signingSecretSchema = z
  .string()
  .regex(/^(whsec_)?([a-z\d+/]{4}){8,21}([a-z\d+/]{2}==|[a-z\d+/]{3}=)?$/i, {
    error: 'must be whsec_ and 24 to 64 bytes in base64, as `openssl rand -base64 32` prints',
  });

export function createWholeNumberSchema(from: number, to: number) {
  const error = `must be a whole number from ${from} to ${to}`;
  return z.coerce.number({ error }).int({ error }).min(from, { error }).max(to, { error });
}

export const switchSchema = z.stringbool({ error: 'must be true or false' }).default(false);

/** The end of a sentence that starts with the setting's name. */
export const HSTS_RULE =
  'must be max-age=<seconds>, then perhaps ; includeSubDomains, then perhaps ; preload';

export const hstsSchema = z
  .string()
  .regex(/^max-age=\d{1,10}(; ?includeSubDomains)?(; ?preload)?$/i, { error: HSTS_RULE });
