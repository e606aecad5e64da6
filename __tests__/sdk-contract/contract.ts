import Vapi from '@vapi-ai/web';
import { formatTitle, type Finding, type Ids } from './assumptions';

const createTest = (ids: Ids, observe: () => unknown, finding?: Finding) => ({
  gives: (expected: unknown) =>
    test(formatTitle(ids, finding), async () => expect(await observe()).toEqual(expected)),
});

/**
 * A test that an assumption holds, complete with `.gives(expected)`.
 *
 * @param value what was found, where no value is assumed
 */
export const testHolds = (ids: Ids, observe: () => unknown, value?: string) =>
  createTest(ids, observe, { value });

/** Tests what the installed version does if the assumption is wrong. */
export const testDiffers = (ids: Ids, difference: string, observe: () => unknown) =>
  createTest(ids, observe, { difference });

/** Returns the error of an attempt; null if it succeeds. */
export async function catchRefusal(attempt: () => unknown): Promise<unknown> {
  try {
    await attempt();
    return null;
  } catch (error) {
    return error;
  }
}

export interface Recorded {
  method: string;
  url: URL;
  headers: Headers;
  body: string | FormData | null;
}

export type Answer = () => Response | Promise<Response>;

export const createJson = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });

/**
 * Creates a network that records and answers every request.
 *
 * @param answer rejects to simulate an unreachable host
 */
export function createRecordedFetch(answer: Answer = () => createJson({})) {
  const requests: Recorded[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const { method = 'GET', headers, body = null } = init ?? {};
    const kept = body instanceof FormData || typeof body === 'string' ? body : null;
    requests.push({ method, url, headers: new Headers(headers), body: kept });
    return answer();
  };
  return { fetch, requests };
}

/** The JSON body of a recorded request. */
export const parseSentBody = (request: Recorded | undefined): unknown =>
  typeof request?.body === 'string' ? JSON.parse(request.body) : undefined;

export const formatRoute = ({ method, url }: Recorded) => `${method} ${url.pathname}`;

/**
 * The voice SDK with its API client on a recorded network.
 *
 * @param base null for the SDK's own default
 */
export function connectVoiceApi(answer?: Answer, base: string | null = 'https://voice.example') {
  const { fetch, requests } = createRecordedFetch(answer);
  jest.spyOn(globalThis, 'fetch').mockImplementation(fetch);
  const vapi = new Vapi('public-key', base ?? undefined);
  // The emitter throws on an error that nobody listens to.
  vapi.on('error', () => {});
  return { vapi, requests };
}
