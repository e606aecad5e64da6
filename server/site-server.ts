import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import next from 'next';
import { getAlertPass } from '../lib/server/notify/alert-pass';
import { finishOpenWork } from '../lib/server/open-work';
import { type AddressKind, type Decision, decideRequest, findAddress } from '../lib/site/routing';
import { requireSiteBuild, type SiteBuild } from '../lib/site/site-build';
import { createGracefulStop } from './graceful-stop';
import { listen } from './listen';
import { writeLog } from './log';
import { cacheEarlyAnswers } from './memory/early-answers';
import { cacheStaticResponses } from './memory/static-responses';
import { dropUnusableHeaders, readTarget } from './read-request';
import { SiteResponse } from './response/site-response';

/** Longer than a usual proxy keeps idle connections, so that it never sends into a closed one. */
const KEEP_ALIVE_MS = 75_000;

type App = ReturnType<typeof next>;
type RequestHandler = ReturnType<App['getRequestHandler']>;

interface SiteOptions {
  distDir: string;
  port: number;
  host?: string | undefined;
}

export interface SiteServer {
  /** Resolves once open requests are answered, and what they have begun is done. */
  stop: () => Promise<void>;
}

// Instrumentation, the proxy and all headers are Next’s own, as with `next start`.
/** Serves a build (docs/decisions/029). Throws when it is not finished, or the port is taken. */
export async function startSite({ distDir, port, host }: SiteOptions): Promise<SiteServer> {
  const build = requireSiteBuild(distDir);
  setBuildConfig(distDir);
  const app = next({ dev: false, port, ...(host ? { hostname: host } : {}) });
  await app.prepare();
  const answerRequest = await createAnswer(build, distDir, app.getRequestHandler());
  const listener = (request: IncomingMessage, response: SiteResponse) => {
    follow(request, response);
    answerRequest(request, response).catch((error: Error) => {
      console.error(error);
      response.destroy();
    });
  };
  const server = createServer({ ServerResponse: SiteResponse }, listener);
  const { follow, stop } = createGracefulStop(server);
  // Without a listener, Node asks for a body before it can be refused.
  server.on('checkContinue', listener);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await listen(server, port, host);
  writeLog('info', { port }, 'listening');
  return { stop: () => stop().then(() => finishBackgroundWork(app)) };
}

/** Returns the function that answers a request, from memory or by Next. */
async function createAnswer(build: SiteBuild, distDir: string, handleWithNext: RequestHandler) {
  const staticResponses = await cacheStaticResponses({ distDir }, handleWithNext);
  const earlyAnswers = await cacheEarlyAnswers({ distDir, addresses: build }, handleWithNext);
  const findKind = (path: string) =>
    findAddress(build, path) ?? (staticResponses.paths.has(path) ? 'file' : undefined);

  return async (request: IncomingMessage, response: SiteResponse): Promise<void> => {
    const decision = decide(request, findKind);
    if (decision.action === 'reject')
      return earlyAnswers.reject(decision.reason, request, response);
    if (decision.action === 'redirect')
      return earlyAnswers.redirect(decision.location, request, response);
    const { path, kind } = decision;
    const isApi = path.startsWith('/api/');
    if (!isApi && staticResponses.answer(request, response)) return;
    // A missing chunk is Next’s to answer.
    const isNextsOwn = isApi || path.startsWith('/_next/');
    if (!kind && !isNextsOwn) return earlyAnswers.answerUnknown(path, request, response);
    if (request.headers.expect) response.writeContinue();
    await handleWithNext(request, response);
  };
}

/** Decides what happens to a request, and drops from it what Next must not read. */
function decide(
  request: IncomingMessage,
  findKind: (path: string) => AddressKind | undefined,
): Decision {
  dropUnusableHeaders(request);
  const { method } = request;
  if (method === 'TRACE') return { action: 'reject', reason: 'method' };
  const target = readTarget(request.url ?? '');
  if (!target) return { action: 'reject', reason: method === 'OPTIONS' ? 'options' : 'unknown' };
  request.url = target.path + target.query;
  return decideRequest(method, { pathname: target.path, search: target.query }, findKind);
}

async function finishBackgroundWork(app: App): Promise<void> {
  // A sent alert must be marked, or it is sent again.
  const alertPass = getAlertPass();
  alertPass.stopping = true;
  await alertPass.running;
  await app.close();
  await finishOpenWork();
}

/** Without it Next would compile next.config.ts, for which the image has no compiler. */
function setBuildConfig(distDir: string): void {
  const file = join(distDir, 'required-server-files.json');
  const { config } = JSON.parse(readFileSync(file, 'utf8'));
  process.env['__NEXT_PRIVATE_STANDALONE_CONFIG'] = JSON.stringify({ ...config, distDir });
}
