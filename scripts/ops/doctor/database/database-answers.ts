import * as z from 'zod';
import { type FetchedResponse, sendRequest, parseBody } from '../http-request';

/** `code`: the error code of PostgreSQL or PostgREST. */
export type DatabaseAnswer = FetchedResponse & { code: string | undefined };

const rolesSchema = z.array(z.string());
const namedSchema = z.object({ name: z.string() });

/** `database_report` in supabase/schemas returns this. */
export const reportSchema = z.object({
  now: z.string(),
  version: z.string(),
  tables: z.array(
    namedSchema.extend({
      is_view: z.boolean(),
      secured: z.boolean(),
      columns: z.array(z.string()),
      open_to: rolesSchema,
    }),
  ),
  functions: z.array(
    namedSchema.extend({
      arguments: z.array(z.string()),
      body: z.string(),
      is_trigger: z.boolean(),
      open_to: rolesSchema,
    }),
  ),
  triggers: z.array(z.string()),
  constraints: z.array(namedSchema.extend({ table: z.string(), body: z.string() })),
});

type Schema = z.output<typeof reportSchema>;
export type DatabaseReport = Schema & { respondedAt: number };

/** Lists what a database consists of: the kind, the name and, where there is one, the digest. */
export const listObjects = ({ tables, functions, triggers, constraints }: Schema): string[] => [
  ...tables.flatMap(({ name, columns }) => [
    `table ${name}`,
    ...columns.map((column) => `column ${name}.${column}`),
  ]),
  ...functions.map(({ name, body }) => `function ${name} ${body}`),
  ...triggers.map((name) => `trigger ${name}`),
  ...constraints.map(({ table, name, body }) => `constraint ${table}.${name} ${body}`),
];

/** Sends a request to a project's API, below `/rest/v1/`; POST with a body, otherwise GET. */
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
  const answer = await sendRequest(`${url.replace(/\/$/, '')}/rest/v1/${path}`, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return {
    ...answer,
    code: z.object({ code: z.string() }).safeParse(parseBody(answer)).data?.code,
  };
}

/** Returns the database's report, or why there is none. */
export async function askReport(
  url: string,
  key: string,
): Promise<DatabaseReport | { refusal: string }> {
  const answer = await askDatabase(url, key, 'rpc/database_report', {});
  const parsed = reportSchema.safeParse(parseBody(answer));
  if (parsed.success) return { ...parsed.data, respondedAt: answer.respondedAt };
  return { refusal: `${answer.status}${answer.code ? ` ${answer.code}` : ''}` };
}

/** Supabase Lite undoes REVOKE on tables; only row level security protects their rows. */
export const isLite = ({ version }: DatabaseReport) => version.includes('wasm');
