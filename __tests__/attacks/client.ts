import { randomBytes, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { FIELD_CASES } from '@/__tests__/support/contact-fields';
import { buildForm } from '@/__tests__/support/contact-form';
import { CONTACT_FIELD_NAMES, mapFields } from '@/lib/contact/fields';
import { ADDRESS_HEADER, getTarget } from './target';

/** Part of every e-mail, message and name that these tests type; it must show up nowhere else. */
export const CANARY = `canary${randomBytes(6).toString('hex')}`;
/** Every visitor's address begins like this. */
export const CANARY_NETWORK = '2001:db8';

let visitorCount = 0;

/** @param host lets the fuzz test tell its rows from those of concurrent tests */
export const createEmail = (host = 'visitor') => `${randomUUID()}@${host}.${CANARY}.example`;

export function createAddress(): string {
  visitorCount += 1;
  return `${CANARY_NETWORK}:${(visitorCount >> 16).toString(16)}:${(visitorCount & 65535).toString(16)}::1`;
}

/** What a form of these tests holds, with the canary in each field that takes any text. */
const canaryForm = mapFields((name) => FIELD_CASES[name].hide?.(CANARY) ?? buildForm()[name]);
/** What must show up nowhere else: the canary, and how fields hold it that take no letters. */
export const TYPED_CANARIES = [
  CANARY,
  ...CONTACT_FIELD_NAMES.flatMap((name) => FIELD_CASES[name].hide?.(CANARY) ?? []),
];

export const listCanaries = (text: string) => TYPED_CANARIES.filter((mark) => text.includes(mark));

export const createForm = (email = createEmail()) =>
  buildForm({ ...canaryForm, service_type: 'crm-integrations', email });

export interface Answer {
  /** 0 if there was no answer. */
  status: number;
  body: string;
  ms: number;
}

/** Sends exactly these headers and this body; never throws. */
export function send(
  url: string,
  method: string,
  headers: Record<string, string>,
  sentBody = '',
): Promise<Answer> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const end = (status: number, body = '') =>
      resolve({ status, body, ms: performance.now() - startedAt });
    const hasLength = sentBody !== '' && !('transfer-encoding' in headers);
    const length = hasLength ? { 'content-length': String(Buffer.byteLength(sentBody)) } : {};
    const options = { method, headers: { ...length, ...headers }, agent: false };
    const outgoing = request(url, options, (response) => {
      text(response).then(
        (body) => end(response.statusCode ?? 0, body),
        () => end(0),
      );
    });
    outgoing.on('error', () => end(0));
    outgoing.setTimeout(30_000, () => outgoing.destroy());
    outgoing.end(sentBody);
  });
}

/** Creates the headers of our own page's post; each call uses another address. */
export const createHeaders = (address = createAddress(), origin = getTarget().origin) => ({
  'content-type': 'application/json',
  origin,
  [ADDRESS_HEADER]: address,
});

/** Posts a filled form as our own page does. */
export function postForm(
  url: string,
  { address, ...form }: Record<string, unknown> & { address?: string } = createForm(),
): Promise<Answer> {
  return send(`${url}/api/contact`, 'POST', createHeaders(address), JSON.stringify(form));
}

/** Runs `runOne` for 0 … count-1, at most `concurrency` at a time. */
export async function runInParallel<T>(
  count: number,
  concurrency: number,
  runOne: (index: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const runLane = async () => {
    for (let index = next++; index < count; index = next++) results[index] = await runOne(index);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, count) }, runLane));
  return results;
}
