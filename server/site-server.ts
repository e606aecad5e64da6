import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import next from 'next';
import {
  findAddress,
  findBetterPath,
  isApiPath,
  normalizePath,
} from '../lib/settings/addresses.ts';
import { createPageDeferral } from './deferred-pages.ts';
import { dropLongLists } from './read-request.ts';
import { cacheRefusals } from './refusals.ts';
import { requireSiteBuild } from './site-build.mjs';
import { SiteResponse } from './site-response.ts';
import { cacheStaticResponses } from './static-responses.ts';

/** Longer than a usual proxy keeps idle connections, so that it never sends into a closed one. */
const KEEP_ALIVE_MS = 75_000;

/** @import { IncomingMessage } from 'node:http' */
/** @typedef {{ distDir: string, port: number, host?: string }} SiteOptions */

// Instrumentation, the proxy and all headers are Next’s own, as with `next start`.
/** Serves a build (docs/decisions/029). `stop` waits for open requests and alerts. */
export async function startSite(/** @type {SiteOptions} */ { distDir, port, host }) {
  const build = requireSiteBuild(distDir);
  setBuildConfig(distDir);
  const app = next({ dev: false, port, ...(host ? { hostname: host } : {}) });
  await app.prepare();
  const handleWithNext = app.getRequestHandler();
  const staticResponses = await cacheStaticResponses({ distDir }, handleWithNext);
  const refusals = await cacheRefusals({ distDir, addresses: build }, handleWithNext);
  const deferPage = createPageDeferral(build.laterChunks);

  const answerRequest = async (
    /** @type {IncomingMessage} */ request,
    /** @type {SiteResponse} */ response,
  ) => {
    dropLongLists(request);
    const { method } = request;
    if (method === 'TRACE') return refusals.refuse('method', request, response);
    const target = readTarget(request.url ?? '');
    if (!target)
      return refusals.refuse(method === 'OPTIONS' ? 'options' : 'unknown', request, response);
    request.url = target.path + target.query;
    const path = normalizePath(target.path);
    const isApi = isApiPath(path);
    const isKnown = staticResponses.paths.has(path) || findAddress(build, path) !== undefined;
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead && !(isApi && (isKnown || method === 'OPTIONS'))) {
      const reason = method === 'OPTIONS' ? 'options' : 'method';
      return refusals.refuse(isKnown ? reason : 'unknown', request, response);
    }
    const betterPath = isKnown || isApi ? findBetterPath(target.path) : undefined;
    if (betterPath) return refusals.redirect(betterPath + target.query, request, response);
    if (staticResponses.answer(request, response)) return;
    // A payload for React and a missing chunk are Next’s to answer.
    const isNextsOwn = isApi || path.startsWith('/_next/') || request.headers.rsc !== undefined;
    if (!isKnown && !isNextsOwn) return refusals.answerUnknown(path, request, response);
    deferPage(request, response);
    if (request.headers.expect) response.writeContinue();
    await handleWithNext(request, response);
  };
  /** @type {(request: IncomingMessage, response: SiteResponse) => void} */
  const listener = (request, response) => {
    answerRequest(request, response).catch((error) => {
      console.error(error);
      response.destroy();
    });
  };
  const server = createServer({ ServerResponse: SiteResponse }, listener);
  // Without a listener, Node asks for a body before it can be refused.
  server.on('checkContinue', listener);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise((done, fail) => {
    server.once('error', fail).listen(port, host, () => done(undefined));
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    stop: async (/** @type {number} */ drainMs) => {
      let drainTimer;
      const drainTimeout = new Promise((done) => (drainTimer = setTimeout(done, drainMs)));
      void drainTimeout.then(() => server.closeAllConnections());
      await new Promise((closed) => server.close(closed));
      await Promise.race([finishBackgroundWork(app), drainTimeout]);
      clearTimeout(drainTimer);
    },
  };
}

async function finishBackgroundWork(/** @type {ReturnType<typeof next>} */ app) {
  // The state of lib/server/notify/alerts.ts: a sent alert must be marked, or it is sent again.
  const alertWorker = Reflect.get(globalThis, Symbol.for('site.alerts'));
  if (alertWorker) alertWorker.stopping = true;
  await alertWorker?.running;
  await app.close();
}

/**
 * Reads a request target (RFC 9112, section 3.2). The host of an absolute one is dropped: it tells
 * no more than the Host header. Returns undefined if there is no path, as in `OPTIONS *`.
 */
function readTarget(/** @type {string} */ target) {
  const [, origin, path = '', query = ''] =
    /^(https?:\/\/[^/?#]*)?([^?]*)(.*)$/is.exec(target) ?? [];
  if (path === '' && origin) return { path: '/', query };
  return path.startsWith('/') ? { path, query } : undefined;
}

/** Without it Next would compile next.config.ts, for which the image has no compiler. */
function setBuildConfig(/** @type {string} */ distDir) {
  const file = join(distDir, 'required-server-files.json');
  const { config } = JSON.parse(readFileSync(file, 'utf8'));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify({ ...config, distDir });
}
