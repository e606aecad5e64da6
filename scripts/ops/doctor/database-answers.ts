import * as z from 'zod';
import { type Answer, ask, jsonOf } from './ask';

/** `code`: PostgreSQL's or PostgREST's, where the answer is an error. */
export type DatabaseAnswer = Answer & { code: string | undefined };

const openTo = z.array(z.string());
const named = z.object({ name: z.string() });

/** What `database_report` says; see supabase/migrations. */
const report = z.object({
  now: z.string(),
  version: z.string(),
  tables: z.array(
    named.extend({
      is_view: z.boolean(),
      secured: z.boolean(),
      columns: z.array(z.string()),
      open_to: openTo,
    }),
  ),
  functions: z.array(
    named.extend({
      arguments: z.array(z.string()),
      body: z.string(),
      is_trigger: z.boolean(),
      open_to: openTo,
    }),
  ),
  triggers: z.array(z.string()),
});

export type DatabaseReport = z.output<typeof report> & { at: number };

/**
 * Asks a Supabase project over its API.
 *
 * @param path below `/rest/v1/`
 * @param body is posted; without one the path is read
 * @throws NoResult when no answer comes
 */
export async function askDatabase(
  url: string,
  key: string,
  path: string,
  body?: object,
): Promise<DatabaseAnswer> {
  const headers = {
    apikey: key,
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
  };
  const answer = await ask(`${url.replace(/\/$/, '')}/rest/v1/${path}`, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return { ...answer, code: z.object({ code: z.string() }).safeParse(jsonOf(answer)).data?.code };
}

/** @returns what stands in its place where the project has no such report */
export async function askReport(
  url: string,
  key: string,
): Promise<DatabaseReport | { refusal: string }> {
  const answer = await askDatabase(url, key, 'rpc/database_report', {});
  const parsed = report.safeParse(jsonOf(answer));
  if (parsed.success) return { ...parsed.data, at: answer.at };
  return { refusal: `${answer.status}${answer.code ? ` ${answer.code}` : ''}` };
}
