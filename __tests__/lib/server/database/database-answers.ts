/** A request to the database as it left the client: what PostgREST would get to read. */
export type SentQuery = {
  method: string;
  table: string;
  headers: Headers;
  body: unknown;
  signal: AbortSignal;
};

/** The alerts among them, as they are to be stored. */
export const listAlerts = (sent: readonly SentQuery[]) =>
  sent.filter(({ table }) => table === 'rpc/write_alert').map(({ body }) => body);

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
 * Fakes the network until the end of the test: the reply answers in place of PostgREST, and the
 * list holds what was sent. By default a look-up finds no row, and an insert adds one. `nth` counts
 * the calls from 0.
 */
export function connectDatabase(
  reply: (sent: SentQuery, nth: number) => Reply | void = () => undefined,
) {
  const sent: SentQuery[] = [];
  let calls = 0;
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(String(input));
    const request = {
      method: init?.method ?? 'GET',
      table: url.pathname.replace('/rest/v1/', ''),
      headers: new Headers(init?.headers),
      body: typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
      signal: init?.signal ?? new AbortController().signal,
    };
    sent.push(request);
    request.signal.throwIfAborted();
    const isLookUp = request.method === 'GET';
    const usual = isLookUp ? createAnswer([]) : createAnswer({ id: 'x' }, 201);
    return reply(request, calls++) ?? usual;
  });
  return sent;
}
