import { getFailureCode } from '@/lib/server/log/log';
import { NoResultError } from './check';

const DEADLINE_MS = 5000;

export type FetchedResponse = {
  status: number;
  headers: Headers;
  text: string;
  /** Our clock halfway between the request and the response's head, in epoch ms. */
  respondedAt: number;
};

/** Sends a request and reads the whole response within `ms`, or throws NoResultError. */
export async function sendRequest(
  url: string,
  init: RequestInit = {},
  ms = DEADLINE_MS,
): Promise<FetchedResponse> {
  const startedAt = Date.now();
  try {
    const signal = AbortSignal.timeout(ms);
    const response = await fetch(url, { redirect: 'manual', ...init, signal });
    const respondedAt = (startedAt + Date.now()) / 2;
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      respondedAt,
    };
  } catch (error) {
    const code = getFailureCode(error);
    const why = code === 'timeout' ? `none within ${ms / 1000} s` : code;
    throw new NoResultError(`no answer from ${new URL(url).host} (${why})`);
  }
}

/** Parses the body as JSON; undefined if it is not. */
export function parseBody({ text }: FetchedResponse): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
