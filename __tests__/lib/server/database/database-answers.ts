import { createDatabaseClient } from '@/lib/server/database/supabase';

/** A request to the database as it left the client: what PostgREST would get to read. */
export type SentQuery = {
  method: string;
  table: string;
  query: Record<string, string>;
  headers: Headers;
  body: unknown;
  signal: AbortSignal;
};

type Reply = Response | Promise<Response>;

export const createAnswer = (body: unknown, status = 200, headers = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });

/** What PostgREST answers when the database refuses. */
export const createRefusal = (code: string, message: string, status: number) => () =>
  createAnswer({ code, message, details: null, hint: null }, status);

/** A service that takes the request and never answers. */
export const neverAnswer = ({ signal }: SentQuery) =>
  new Promise<Response>((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)));

/**
 * The real client with a fake network: the reply answers in place of PostgREST, and the list
 * holds what was sent. Each call makes a new client, whose circuit is closed.
 */
export function connectTo(reply: (sent: SentQuery) => Reply) {
  const sent: SentQuery[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(String(input));
    const request = {
      method: init?.method ?? 'GET',
      table: url.pathname.replace('/rest/v1/', ''),
      query: Object.fromEntries(url.searchParams),
      headers: new Headers(init?.headers),
      body: typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
      signal: init?.signal ?? new AbortController().signal,
    };
    sent.push(request);
    request.signal.throwIfAborted();
    return reply(request);
  });
  return { db: createDatabaseClient('https://project.supabase.example', 'sb_secret_abcdef'), sent };
}

/**
 * The same for the clients of this process, which are made anew. By default it finds no row, and
 * lets each insert add one. `nth` counts the calls from 0.
 */
export function connectDatabase(
  reply: (sent: SentQuery, nth: number) => Reply | void = () => undefined,
) {
  let calls = 0;
  for (const name of ['site.database', 'site.counter-database'])
    Reflect.deleteProperty(globalThis, Symbol.for(name));
  const { sent } = connectTo((sent) => {
    const createDefault = () =>
      sent.method === 'GET' ? createAnswer([]) : createAnswer({ id: 'x' }, 201);
    return reply(sent, calls++) ?? createDefault();
  });
  return sent;
}
