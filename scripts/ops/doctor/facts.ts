import type { Env } from '@/lib/server/env';
import { type Answer, ask } from './ask';
import { askDatabase, askReport } from './database-answers';
import { askAssistant } from './provider-answers';

// Brotli first: how pages are packed is examined as well.
const PAGE_HEADERS = { 'accept-encoding': 'br, gzip' };

/** What is examined. Whatever several checks look at is asked for once. */
export type Facts = ReturnType<typeof gatherFacts>;

/** @param publishableKey of the same Supabase project, if there is one at hand */
export function gatherFacts(settings: Env, publishableKey: string | undefined) {
  const pages = new Map<string, Promise<Answer>>();
  return {
    settings,
    publishableKey,
    /** Asks the database as the server does, or with another key. */
    database: (path: string, body?: object, key = settings.SUPABASE_SECRET_KEY) =>
      askDatabase(settings.SUPABASE_URL, key, path, body),
    report: once(() => askReport(settings.SUPABASE_URL, settings.SUPABASE_SECRET_KEY)),
    assistant: once(() => askAssistant(settings)),
    /** Asks the site for what lies at a path, query included. */
    page: (path: string) => {
      const page = pages.get(path) ?? ask(settings.SITE_URL + path, { headers: PAGE_HEADERS });
      pages.set(path, page);
      return page;
    },
  };
}

/** The same promise for every call. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => (asked ??= work());
}
