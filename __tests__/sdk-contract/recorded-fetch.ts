export interface RecordedRequest {
  method: string;
  url: URL;
  headers: Headers;
  body: string | FormData | null;
}

export type Answer = (request: RecordedRequest, count: number) => Response | Promise<Response>;

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });

/**
 * The network, recorded: notes every request and answers it.
 *
 * @param answer gets the request and how many came before it; throw to be unreachable
 */
export function recordedFetch(answer: Answer = () => json({})) {
  const requests: RecordedRequest[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { href } = new URL(input instanceof Request ? input.url : input);
    const { method = 'GET', headers, body = null } = init ?? {};
    const request: RecordedRequest = {
      method,
      url: new URL(href),
      headers: new Headers(headers),
      body: body instanceof FormData || typeof body === 'string' ? body : null,
    };
    requests.push(request);
    return answer(request, requests.length - 1);
  };
  return { fetch, requests };
}

/** The JSON body of a recorded request. */
export function sentJson(request: RecordedRequest | undefined): unknown {
  return typeof request?.body === 'string' ? JSON.parse(request.body) : undefined;
}
