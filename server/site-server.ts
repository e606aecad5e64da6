import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import next from 'next';
import { finishOpenWork } from '../lib/server/shared-state';
import { listFiles } from '../lib/site/files';
import { decideRequest, findPathKind, isClientRouterHeader } from '../lib/site/routing';
import { getServedBuild, type SiteBuild } from '../lib/site/site-build';
import { createGracefulStop, listenAt } from './connections';
import { keepAnswers, sendKept } from './memory';

const TIMEOUTS = {
  /** Longer than a usual proxy keeps idle connections, so that it never sends into a closed one. */
  keepAliveTimeout: 75_000,
  /** Of a whole request; a handler waits ten seconds for a body. */
  requestTimeout: 30_000,
};

type RequestHandler = ReturnType<ReturnType<typeof next>['getRequestHandler']>;

interface SiteOptions {
  distDir: string;
  port: number;
  host?: string | undefined;
}

/** Resolves once open requests are answered, and what they have begun is done. */
export type StopSite = () => Promise<void>;

// Instrumentation, the proxy and all headers are Next’s own, as with `next start`.
/** Serves a build (docs/decisions/029). Throws when it is not finished, or the port is taken. */
export async function serveSite({ distDir, port, host }: SiteOptions): Promise<StopSite> {
  const build = getServedBuild(distDir);
  setBuildConfig(distDir);
  const app = next({ dev: false, port, ...(host ? { hostname: host } : {}) });
  await app.prepare();
  const answer = await createAnswer(build, distDir, app.getRequestHandler());
  const server = createServer(TIMEOUTS);
  const stopServer = createGracefulStop(server);
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    response.once('finish', () => dropUnreadBody(request));
    answer(request, response).catch((error: Error) => {
      console.error(error);
      response.destroy();
    });
  };
  server.on('request', listener);
  // Without a listener, Node asks for a body before it can be refused.
  server.on('checkContinue', listener);
  await listenAt(server, port, host);
  console.log(JSON.stringify({ level: 'info', port, msg: 'listening' }));
  return async () => {
    await stopServer();
    // A sent alert must be marked, or it is sent again.
    await finishOpenWork();
    await app.close();
  };
}

async function createAnswer(build: SiteBuild, distDir: string, handleWithNext: RequestHandler) {
  const pages = Object.keys(build.pages).filter((path) => findPathKind(build, path));
  const chunks = listFiles(join(distDir, 'static')).map((file) => `/_next/static/${file}`);
  const paths = [...pages, ...build.files, ...chunks];
  const { files, unknownPage, rejections } = await keepAnswers(distDir, paths, handleWithNext);
  const findKind = (path: string) => (files.has(path) ? 'file' : findPathKind(build, path));

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, headers, url = '' } = request;
    // Next fails if a header of its router in the browser is broken or older than the build.
    for (const name of Object.keys(headers)) if (isClientRouterHeader(name)) delete headers[name];
    // RFC 9112, section 3.2: the target may be the server (`*`), or have an origin.
    if (method === 'TRACE' || url === '*') {
      const reason = method === 'OPTIONS' ? 'options' : 'method';
      return sendKept(rejections[reason], request, response);
    }
    const target = url.replace(/^https?:\/\/[^/?#]*/i, '');
    const [pathname = ''] = target.split('?', 1);
    const search = target.slice(pathname.length);
    const decision = decideRequest(method, { pathname: pathname || '/', search }, findKind);
    if (decision.action === 'reject')
      return sendKept(rejections[decision.reason], request, response);
    // proxy.ts redirects.
    if (decision.action === 'answer') {
      const kept = files.get(decision.path) ?? (decision.kind ? undefined : unknownPage);
      // Next sends the parts of a recording that a browser asks for.
      const isPart = headers.range && build.files.includes(decision.path);
      if (kept && !isPart) return sendKept(kept, request, response);
    }
    if (headers.expect) response.writeContinue();
    request.url = target;
    await handleWithNext(request, response);
  };
}

/**
 * A refused body is still on its way: closing the connection would lose the answer, and what is
 * left unread would stop the next request. Next's listeners would collect it, or pause the stream.
 */
function dropUnreadBody(request: IncomingMessage): void {
  if (request.complete) return;
  request.removeAllListeners('data').removeAllListeners('readable');
  setImmediate(() => request.resume());
}

/** Without it Next would compile next.config.ts, for which the image has no compiler. */
function setBuildConfig(distDir: string): void {
  const file = join(distDir, 'required-server-files.json');
  const { config } = JSON.parse(readFileSync(file, 'utf8'));
  process.env['__NEXT_PRIVATE_STANDALONE_CONFIG'] = JSON.stringify({ ...config, distDir });
}
