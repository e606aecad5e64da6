import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import next from 'next';
import { finishOpenWork } from '../lib/server/shared-state';
import { createAnswer } from './answer';
import { createGracefulStop, listenAt } from './connections';

const TIMEOUTS = {
  /** Longer than a usual proxy keeps idle connections, so that it never sends into a closed one. */
  keepAliveTimeout: 75_000,
  /** Of a whole request; a handler waits ten seconds for a body. */
  requestTimeout: 30_000,
};

interface SiteOptions {
  distDir: string;
  port: number;
  host?: string | undefined;
}

/** Resolves once open requests are answered, and what they have begun is done. */
export type StopSite = () => Promise<void>;

// Instrumentation, the proxy and all headers are Next’s own, as with `next start`.
/** Serves a build (docs/decisions/029). Throws a sentence when the port is taken. */
export async function serveSite({ distDir, port, host }: SiteOptions): Promise<StopSite> {
  setBuildConfig(distDir);
  const app = next({ dev: false, port, ...(host ? { hostname: host } : {}) });
  await app.prepare();
  const answer = await createAnswer(distDir, app.getRequestHandler());
  const server = createServer(TIMEOUTS);
  const stopServer = createGracefulStop(server);
  const listener = (request: IncomingMessage, response: ServerResponse) => {
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

/** Without it Next would compile next.config.ts, for which the image has no compiler. */
function setBuildConfig(distDir: string): void {
  const file = join(distDir, 'required-server-files.json');
  const { config } = JSON.parse(readFileSync(file, 'utf8'));
  process.env['__NEXT_PRIVATE_STANDALONE_CONFIG'] = JSON.stringify({ ...config, distDir });
}
