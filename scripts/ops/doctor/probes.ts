import * as z from 'zod';
import { HOSTED_PROVIDER, USER_AGENT } from '@/lib/server/call/voice-provider';
import type { Env } from '@/lib/server/env';
import { getFailureCode } from '@/lib/server/log/log';
import { createDoctorToken } from '@/lib/server/site-report';
import { type Check, NoResultError } from './check';

const DEADLINE_MS = 5000;

export type FetchedResponse = { status: number; headers: Headers; text: string };
export type Probes = ReturnType<typeof createProbes>;

/** Sends a request and reads the whole response within `ms`, or throws NoResultError. */
export async function sendRequest(
  url: string,
  init: RequestInit = {},
  ms = DEADLINE_MS,
): Promise<FetchedResponse> {
  try {
    const signal = AbortSignal.timeout(ms);
    const response = await fetch(url, { redirect: 'manual', ...init, signal });
    const { status, headers } = response;
    return { status, headers, text: await response.text() };
  } catch (error) {
    const code = getFailureCode(error);
    const why = code === 'timeout' ? `none within ${ms / 1000} s` : code;
    throw new NoResultError(`no answer from ${new URL(url).host} (${why})`);
  }
}

/** Parses the body as JSON; undefined if it is not, or is of another shape. */
export function parseAnswer<T>(schema: z.ZodType<T>, { text }: FetchedResponse): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Accepts an object, and takes it for what the provider publishes. */
export const createObjectSchema = <T>() =>
  z.custom<T>((value) => typeof value === 'object' && value !== null);

const errorSchema = z.object({ code: z.string() });

/** Gives access to what is examined. What several checks read is requested only once. */
export function createProbes(settings: Env) {
  const { SITE_URL, SUPABASE_URL, SUPABASE_SECRET_KEY: key, VAPI_PRIVATE_KEY } = settings;
  const answers = new Map<string, Promise<FetchedResponse>>();

  /** Sends a request to the site, once for each path. */
  function fetchPage(path: string, headers: Record<string, string> = {}) {
    const answer = answers.get(path) ?? sendRequest(SITE_URL + path, { headers });
    answers.set(path, answer);
    return answer;
  }

  return {
    settings,
    fetchPage,
    fetchReport: () =>
      fetchPage('/api/doctor', { authorization: `Bearer ${createDoctorToken(settings)}` }),
    /** Sends a request to the API below `/rest/v1/`; POST with a body, otherwise GET. */
    async queryDatabase(path: string, body?: object) {
      const answer = await sendRequest(`${SUPABASE_URL.replace(/\/$/, '')}/rest/v1/${path}`, {
        headers: {
          apikey: key,
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
        },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
      return { ...answer, code: parseAnswer(errorSchema, answer)?.code };
    },
    /** Reads from the provider's API. */
    askProvider: (path: string) =>
      sendRequest((settings.VAPI_API_URL ?? HOSTED_PROVIDER).replace(/\/$/, '') + path, {
        headers: { authorization: `Bearer ${VAPI_PRIVATE_KEY}`, 'user-agent': USER_AGENT },
      }),
  };
}

/** Makes a check; `needs` are earlier checks that must pass first. */
export const createCheck = (
  name: string,
  needs: readonly string[],
  run: Check<Probes>['run'],
): Check<Probes> => ({ name, needs, run });
