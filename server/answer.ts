import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { listFiles } from '../lib/site/files';
import { decideRequest, findPathKind, isClientRouterHeader } from '../lib/site/routing';
import { getServedBuild } from '../lib/site/site-build';
import { keepAnswers, sendKept } from './memory';

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Returns what answers requests: from memory, or by Next. */
export async function createAnswer(distDir: string, handleWithNext: Answer): Promise<Answer> {
  const build = getServedBuild(distDir);
  const pages = Object.keys(build.pages).filter((path) => findPathKind(build, path));
  const chunks = listFiles(join(distDir, 'static')).map((file) => `/_next/static/${file}`);
  const paths = [...pages, ...build.files, ...chunks];
  const { files, unknownPage, rejections } = await keepAnswers(distDir, paths, handleWithNext);
  const findKind = (path: string) => (files.has(path) ? 'file' : findPathKind(build, path));

  return async (request, response) => {
    response.once('finish', () => dropUnreadBody(request));
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
