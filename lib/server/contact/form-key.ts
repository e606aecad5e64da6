import 'server-only';
import { createHmac } from 'node:crypto';
import { CONTACT_FIELD_NAMES } from '@/lib/contact/fields';
import { readFormMetadata } from '@/lib/contact/form-metadata';
import { parseContactRequest } from '@/lib/contact/schema';
import { deriveKey } from '@/lib/server/crypto/derived-keys';
import type { Input } from '@/lib/server/http/request-body';

/** For how long the same contents, sent without a key, count as one form. */
const KEYLESS_PERIOD_MS = 60_000;

/**
 * Gives a plain form post an idempotency key for its contents, and as `form_key` the key of its
 * form, which stays with the form when it is shown again. The same form sent with other contents is
 * another request. The form of a prerendered page has no key of its own: its contents and the
 * current minute make one, so that pressing Send twice stores one request.
 */
export function addKeys(typed: Input): Input {
  const { idempotencyKey: sentKey } = readFormMetadata(typed);
  const form = parseContactRequest(typed);
  if (!form.ok) return { ...typed, form_key: sentKey, idempotency_key: null };
  const contents = CONTACT_FIELD_NAMES.map((name) => form.value[name]);
  const createKey = (...parts: unknown[]) => hashToUuid([...parts, ...contents]);
  const formKey = sentKey ?? createKey('minute', Math.floor(Date.now() / KEYLESS_PERIOD_MS));
  return { ...typed, form_key: formKey, idempotency_key: createKey('form', formKey) };
}

/** Keyed, so that nobody can take the key of somebody else's request. */
const hashToUuid = (parts: readonly unknown[]) =>
  createHmac('sha256', deriveKey('form key v1'))
    .update(JSON.stringify(parts))
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
