import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import Negotiator from 'negotiator';
import { hashContent } from '../../lib/site/files';

const EXTENSIONS = { br: 'br', gzip: 'gz' };

export interface Representation {
  etag: string;
  body: Buffer;
  headers: Record<string, string>;
}
/** By content coding, best first. */
export type StaticResponse = Record<string, Representation>;

/** Hop-by-hop headers, and those of a single body or response. */
const UNSHARED_HEADERS = new Set([
  'connection',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'last-modified',
  'transfer-encoding',
  'x-nextjs-cache',
  'x-request-id',
]);

/** Drops the headers of this one answer. */
export const keepSharedHeaders = (received: Headers) =>
  Object.fromEntries([...received].filter(([name]) => !UNSHARED_HEADERS.has(name)));

/** Joins a body and its compressed copies with the headers that Next sent. */
export function createRepresentations(
  body: Buffer,
  received: Headers,
  distDir: string,
): StaticResponse {
  const digest = hashContent(body);
  const sharedHeaders = keepSharedHeaders(received);
  const encode = (bytes: Buffer, coding?: string): Representation => {
    const etag = `"${digest.slice(0, 16)}${coding ? `-${coding}` : ''}"`;
    const headers = { ...sharedHeaders, 'accept-ranges': 'bytes', etag };
    return {
      etag,
      body: bytes,
      headers: coding ? { ...headers, 'content-encoding': coding } : headers,
    };
  };
  const copies = Object.entries(EXTENSIONS).flatMap(([coding, extension]) => {
    const file = join(distDir, 'compressed', `${digest}.${extension}`);
    return existsSync(file) ? [[coding, encode(readFileSync(file), coding)]] : [];
  });
  return { ...Object.fromEntries(copies), identity: encode(body) };
}

export function chooseRepresentation(
  request: IncomingMessage,
  representations: StaticResponse,
): Representation {
  const codings = Object.keys(representations);
  const accepted = new Negotiator(request).encodings(codings);
  const bestCoding = codings.find((coding) => accepted.includes(coding)) ?? 'identity';
  return representations[bestCoding] as Representation;
}
