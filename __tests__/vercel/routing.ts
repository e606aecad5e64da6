import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Answer, FunctionRequest } from './functions';

type Condition = { type: string; key: string; value?: string };
type Route = {
  handle?: string;
  src?: string;
  dest?: string;
  status?: number;
  headers?: Record<string, string>;
  continue?: boolean;
  has?: Condition[];
  missing?: Condition[];
  middlewarePath?: string;
};
export type RoutingConfig = {
  routes: Route[];
  overrides: Record<string, { path?: string }>;
};

type Prerendered = {
  fallback?: { fsPath: string };
  initialStatus?: number;
  initialHeaders?: Record<string, string>;
};
type FoundFile = { status: number; headers: Record<string, string>; body: Buffer };
type Site = { output: string; config: RoutingConfig };
type AskFunction = (functionName: string, request: FunctionRequest) => Promise<Answer>;

/** Vercel's default: https://vercel.com/docs/headers/cache-control-headers */
const DEFAULT_CACHING = 'public, max-age=0, must-revalidate';

/**
 * Imitates Vercel's routing, as far as this site uses it
 * (https://vercel.com/docs/build-output-api/configuration#routes): the routes in
 * order, the proxy among them, then files, prerendered pages and functions, then the routes for
 * what was not found. It does not compress, cache or speak TLS.
 *
 * - A route's headers are set on the answer; those of the proxy replace them, those of a function
 * replace both.
 * - Changes that the proxy makes to the request reach the function.
 * - A prerendered page is answered from its file, for GET and HEAD; anything else is its
 * function's.
 */
export async function answerAsVercel(
  site: Site,
  request: FunctionRequest,
  askFunction: AskFunction,
): Promise<Answer> {
  const [pathname = '', query] = request.path.split('?');
  const headers = new Headers();
  const requestHeaders = new Headers(request.headers);
  let path = pathname;
  let status: number | undefined;

  /** Follows the routes of one phase. Returns an answer if one of them gives one. */
  const followRoutes = async (phase?: string): Promise<Answer | undefined> => {
    for (const route of getRoutes(site.config, phase)) {
      const groups = matchRoute(route, path, requestHeaders);
      if (!groups) continue;
      if (route.middlewarePath) {
        const proxied = await askFunction(route.middlewarePath.slice(1), {
          ...request,
          headers: Object.fromEntries(requestHeaders),
        });
        if (!proxied.headers.has('x-middleware-next')) return mergeHeaders(headers, proxied);
        applyProxyHeaders(proxied.headers, { headers, sent: requestHeaders });
        continue;
      }
      for (const [name, value] of Object.entries(route.headers ?? {}))
        headers.set(name, replaceGroups(value, groups));
      status = route.status ?? status;
      if (route.status && headers.has('location'))
        return { status: route.status, headers, body: Buffer.alloc(0) };
      if (route.dest) path = replaceGroups(route.dest, groups);
      if (!route.continue) return undefined;
    }
    return undefined;
  };
  const answerFromOutput = async (): Promise<Answer | undefined> => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const name = path === '/' ? 'index' : path.slice(1);
    const found = findStaticFile(site, path) ?? (isRead ? findPrerendered(site, name) : undefined);
    if (found) {
      if (!headers.has('cache-control')) headers.set('cache-control', DEFAULT_CACHING);
      for (const [key, value] of Object.entries(found.headers)) headers.set(key, value);
      await followRoutes('hit');
      return { status: status ?? found.status, headers, body: found.body };
    }
    if (!existsSync(join(site.output, 'functions', `${name}.func`))) return undefined;
    requestHeaders.set('x-matched-path', path);
    const answer = await askFunction(name, {
      ...request,
      path: query === undefined ? path : `${path}?${query}`,
      headers: Object.fromEntries(requestHeaders),
    });
    return mergeHeaders(headers, answer);
  };
  const firstAnswer = (await followRoutes()) ?? (await answerFromOutput());
  if (firstAnswer) return firstAnswer;
  const answerAfterMiss =
    (await followRoutes('miss')) ?? (status === 404 ? await answerFromOutput() : undefined);
  if (answerAfterMiss) return answerAfterMiss;
  await followRoutes('error');
  return (await answerFromOutput()) ?? { status: 404, headers, body: Buffer.alloc(0) };
}

function getRoutes({ routes }: RoutingConfig, phase?: string): Route[] {
  const start = phase ? routes.findIndex(({ handle }) => handle === phase) + 1 : 0;
  const end = routes.findIndex(({ handle }, index) => index >= start && handle !== undefined);
  return routes.slice(start, end === -1 ? routes.length : end);
}

/** Returns what the route's patterns matched, by name and number; undefined without a match. */
function matchRoute(
  { src, has = [], missing = [] }: Route,
  path: string,
  requestHeaders: Headers,
): Record<string, string | undefined> | undefined {
  const pathMatch = new RegExp(`^(?:${src})$`).exec(path);
  if (!pathMatch) return undefined;
  const numbered = Object.fromEntries(pathMatch.map((text, index) => [String(index), text]));
  const groups: Record<string, string | undefined> = { ...numbered, ...pathMatch.groups };
  const isMet = ({ key, value }: Condition) => {
    const given = requestHeaders.get(key);
    if (given === null) return false;
    const match = new RegExp(`^(?:${value ?? '.*'})$`).exec(given);
    Object.assign(groups, match?.groups);
    return match !== null;
  };
  return has.every(isMet) && !missing.some(isMet) ? groups : undefined;
}

const replaceGroups = (text: string, groups: Record<string, string | undefined>) =>
  text.replace(/\$(\w+)/g, (_whole, name: string) => groups[name] ?? '');

/**
 * https://github.com/vercel/next.js/blob/canary/packages/next/src/server/web/spec-extension/response.ts
 */
function applyProxyHeaders(answered: Headers, to: { headers: Headers; sent: Headers }): void {
  const changed = answered.get('x-middleware-override-headers')?.split(',') ?? [];
  for (const name of changed) {
    const value = answered.get(`x-middleware-request-${name}`);
    if (value !== null) to.sent.set(name, value);
  }
  for (const [name, value] of answered)
    if (!name.startsWith('x-middleware-') && !HOP_HEADERS.has(name)) to.headers.set(name, value);
}

/** Headers that belong to one connection or body. */
const HOP_HEADERS = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

function mergeHeaders(headers: Headers, answer: Answer): Answer {
  const mergedHeaders = new Headers(headers);
  for (const [name, value] of answer.headers)
    if (name !== 'set-cookie') mergedHeaders.set(name, value);
  for (const cookie of answer.headers.getSetCookie()) mergedHeaders.append('set-cookie', cookie);
  return { ...answer, headers: mergedHeaders };
}

function findStaticFile({ output, config }: Site, path: string): FoundFile | undefined {
  const renamed = Object.entries(config.overrides).find(([, to]) => `/${to.path}` === path);
  const file = join(output, 'static', renamed?.[0] ?? path);
  if (path.endsWith('/') || !existsSync(file)) return undefined;
  return { status: 200, headers: {}, body: readFileSync(file) };
}

function findPrerendered({ output }: Site, name: string): FoundFile | undefined {
  const file = join(output, 'functions', `${name}.prerender-config.json`);
  if (!existsSync(file)) return undefined;
  const config = JSON.parse(readFileSync(file, 'utf8')) as Prerendered;
  if (!config.fallback) return undefined;
  const body = readFileSync(join(dirname(file), config.fallback.fsPath));
  return { status: config.initialStatus ?? 200, headers: config.initialHeaders ?? {}, body };
}
