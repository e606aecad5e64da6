import 'server-only';
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { env } from './env';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const MAX_PLAIN_BYTES = 64 * 1024;
// Browsers keep about 4096 bytes per cookie, common proxies about 8 KB of cookies per request.
const CHUNK = 3600;
const MAX_CHUNKS = 2;

export type CookieOptions = { name: string; path: string; maxAge: number };

// Another purpose has another key: a value sealed under one name never opens under another.
const keyFor = (name: string) =>
  Buffer.from(hkdfSync('sha256', env().SUPABASE_SECRET_KEY, '', `cookie ${name} v1`, 32));

/**
 * Encrypts a value into the `Set-Cookie` headers of a short-lived cookie that only the server can read.
 * Returns null when the value is too large for a cookie, even compressed.
 */
export function sealCookie(value: unknown, options: CookieOptions): string[] | null {
  const { name, path, maxAge } = options;
  const plain = JSON.stringify({ value, expires: Date.now() + maxAge * 1000 });
  const packed = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyFor(name), iv, { authTagLength: TAG_BYTES });
  const secret = Buffer.concat([cipher.update(packed), cipher.final()]);
  const text = Buffer.concat([iv, cipher.getAuthTag(), secret]).toString('base64url');

  const chunks = text.match(new RegExp(`.{1,${CHUNK}}`, 'g')) ?? [];
  if (chunks.length > MAX_CHUNKS) return null;
  const secure = env().SITE_URL.startsWith('https:') ? '; Secure' : '';
  const attributes = `; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
  // The first chunk says how many there are, so that one left over from a longer value does no harm.
  return chunks.map(
    (chunk, index) =>
      `${name}.${index}=${index === 0 ? `${chunks.length}.` : ''}${chunk}${attributes}`,
  );
}

/** Reads a value back, through `read` (name to cookie). Null when it is absent, forged, expired or of another key. */
export function openCookie(read: (name: string) => string | undefined, name: string): unknown {
  const [count, first] = read(`${name}.0`)?.split('.') ?? [];
  if (!first || !(Number(count) <= MAX_CHUNKS)) return null;
  const rest = Array.from({ length: Number(count) - 1 }, (_, i) => read(`${name}.${i + 1}`) ?? '');
  const bytes = Buffer.from([first, ...rest].join(''), 'base64url');
  const iv = bytes.subarray(0, IV_BYTES);
  const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  const secret = bytes.subarray(IV_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(CIPHER, keyFor(name), iv, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(tag);
    const packed = Buffer.concat([decipher.update(secret), decipher.final()]);
    const plain = brotliDecompressSync(packed, { maxOutputLength: MAX_PLAIN_BYTES });
    const { value, expires } = JSON.parse(plain.toString()) as { value: unknown; expires: number };
    return expires > Date.now() ? value : null;
  } catch {
    return null;
  }
}
