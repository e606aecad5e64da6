import type * as z from 'zod';
import { HOSTED_PROVIDER, USER_AGENT } from '@/lib/server/call/provider';
import { createDatabaseClient } from '@/lib/server/database/supabase';
import type { Env } from '@/lib/server/env';
import { getFailureCode } from '@/lib/server/log/log';
import { createDoctorToken } from '@/lib/server/site-report';

/** `seen` and `todo` are sentences for the operator. `skipped`: there was nothing to examine. */
export type Outcome = {
  state: 'ok' | 'warning' | 'failed' | 'skipped';
  seen: string;
  todo?: string;
};

export const ok = (seen: string): Outcome => ({ state: 'ok', seen });
export const warning = (seen: string, todo: string): Outcome => ({ state: 'warning', seen, todo });
export const failed = (seen: string, todo: string): Outcome => ({ state: 'failed', seen, todo });
export const skipped = (seen: string): Outcome => ({ state: 'skipped', seen });

export type Check = {
  name: string;
  /** Earlier checks that must pass first. */
  needs: readonly string[];
  run: (world: World) => Promise<Outcome>;
};

/** The message is a sentence for the operator and holds no secret. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError';
}

export type Answer = { status: number; headers: Headers; text: string };

export type World = ReturnType<typeof openWorld>;

/** `deadline` ends all requests to the site and the provider. */
export function openWorld(settings: Env, deadline: AbortSignal) {
  const { SITE_URL, SUPABASE_URL, SUPABASE_SECRET_KEY, VAPI_API_URL, VAPI_PRIVATE_KEY } = settings;

  /** Throws NoAnswerError. */
  async function send(url: string, init: RequestInit, ms = 5000): Promise<Answer> {
    try {
      const signal = AbortSignal.any([deadline, AbortSignal.timeout(ms)]);
      const response = await fetch(url, { redirect: 'manual', ...init, signal });
      const { status, headers } = response;
      return { status, headers, text: await response.text() };
    } catch (error) {
      throw new NoAnswerError(`no answer from ${new URL(url).host} (${getFailureCode(error)})`);
    }
  }

  const db = createDatabaseClient(SUPABASE_URL, SUPABASE_SECRET_KEY);
  const pages: Record<string, Promise<Answer>> = {};
  const ofApi = { authorization: `Bearer ${createDoctorToken(settings)}` };
  return {
    settings,
    db,
    /** Once in a run. A page gets no key, which would keep a CDN from answering. */
    fetchPage: (path: string) =>
      (pages[path] ??= send(SITE_URL + path, { headers: path.startsWith('/api/') ? ofApi : {} })),
    /** Posts JSON as a page of the site does. The site may wait for the provider. */
    postToSite(path: string, body: object) {
      const headers = { origin: SITE_URL, 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      return send(SITE_URL + path, init, 15_000);
    },
    askProvider: (path: string) =>
      send((VAPI_API_URL ?? HOSTED_PROVIDER).replace(/\/$/, '') + path, {
        headers: { authorization: `Bearer ${VAPI_PRIVATE_KEY}`, 'user-agent': USER_AGENT },
      }),
  };
}

/** Undefined for another shape. */
export function parseAnswer<T>(schema: z.ZodType<T>, { text }: Answer): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
