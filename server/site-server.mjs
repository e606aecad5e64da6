import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import next from 'next';
import { createPageDeferral } from './deferral/deferred-pages.mjs';
import { dropLongLists } from './long-lists.mjs';
import { requireSiteBuild } from './site-build.mjs';
import { SiteResponse } from './site-response.mjs';
import { cacheStaticResponses } from './static-responses.mjs';

/** Longer than a usual proxy keeps idle connections, so that it never sends into a closed one. */
const KEEP_ALIVE_MS = 75_000;

/** @import { IncomingMessage } from 'node:http' */
/** @typedef {{ distDir: string, port: number, host?: string }} SiteOptions */

// Instrumentation, the proxy and all headers are Next’s own, as with `next start`.
/** Serves a build (docs/decisions/029). `stop` waits for open requests and alerts. */
export async function startSite(/** @type {SiteOptions} */ { distDir, port, host }) {
  const { laterChunks } = requireSiteBuild(distDir);
  setBuildConfig(distDir);
  const app = next({ dev: false, port, ...(host ? { hostname: host } : {}) });
  await app.prepare();
  const handleWithNext = app.getRequestHandler();
  const answerFromMemory = await cacheStaticResponses({ distDir }, handleWithNext);
  const deferPage = createPageDeferral(laterChunks);

  const answerRequest = async (
    /** @type {IncomingMessage} */ request,
    /** @type {SiteResponse} */ response,
  ) => {
    if (request.method === 'TRACE') return refuseTrace(response);
    dropLongLists(request);
    if (answerFromMemory(request, response)) return;
    deferPage(request, response);
    await handleWithNext(request, response);
  };
  const server = createServer({ ServerResponse: SiteResponse }, (request, response) => {
    answerRequest(request, response).catch((error) => {
      console.error(error);
      response.destroy();
    });
  });
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

function refuseTrace(/** @type {SiteResponse} */ response) {
  response.writeHead(405, { Allow: 'GET, HEAD', 'Cache-Control': 'no-store' }).end();
}

/** Without it Next would compile next.config.ts, for which the image has no compiler. */
function setBuildConfig(/** @type {string} */ distDir) {
  const file = join(distDir, 'required-server-files.json');
  const { config } = JSON.parse(readFileSync(file, 'utf8'));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify({ ...config, distDir });
}
