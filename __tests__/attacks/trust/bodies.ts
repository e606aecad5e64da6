import { request } from 'node:http';
import { listen } from '../../../local/ports';
import { createForwardingProxy } from '../../support/forwarding-proxy';
import { createForm, createHeaders, send } from '../client';
import { pause } from '../pace';
import { getTarget, printFigure } from '../target';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
/** Next takes a post of this type for a possible Server Action, and reads it whole. */
const MULTIPART = { 'content-type': 'multipart/form-data; boundary=x' };

export function testBodies(): void {
  test.concurrent('a body may have 16 KB and take ten seconds', async () => {
    const url = `${getTarget().sites[1].url}/api/contact`;
    const formJson = JSON.stringify({ ...createForm(), pad: '' });
    const createFormOfSize = (bytes: number) =>
      formJson.replace('"pad":""', `"pad":"${'x'.repeat(bytes - Buffer.byteLength(formJson))}"`);
    const postWhole = async (bytes: number) =>
      (await send(url, 'POST', createHeaders(), createFormOfSize(bytes))).status;
    const postInParts = (extraHeaders: Record<string, string>, parts: AsyncIterable<string>) =>
      postSlowly(url, { ...createHeaders(), ...extraHeaders }, parts);
    const chunked = { 'transfer-encoding': 'chunked' };

    const [fits, over, overInChunks, slow, silent] = await Promise.all([
      postWhole(16 * 1024),
      postWhole(16 * 1024 + 1),
      postInParts(chunked, sendSlowly('x'.repeat(4096), 5, 10)),
      postInParts(chunked, sendSlowly(' ', 300, 100)),
      postInParts({ 'content-length': '16000' }, sendSlowly(' ', 1, 20_000)),
    ]);
    const statuses = { fits, over, overInChunks, slow, silent };
    printFigure('bodies', JSON.stringify(statuses));
    expect(statuses).toEqual({ fits: 201, over: 413, overInChunks: 413, slow: 408, silent: 408 });
  });

  test.concurrent(
    'a rejected body of 3 MB does not affect the next request on its connection',
    async () => {
      const [site] = getTarget().sites;
      const proxy = createForwardingProxy(() => site.url);
      const throughProxy = `http://127.0.0.1:${await listen(proxy)}`;
      const large = 'x'.repeat(3_000_000);
      const cases: [path: string, headers: Record<string, string>, status: number][] = [
        ['/api/contact', {}, 413],
        ['/api/contact', { 'content-type': 'text/plain' }, 415],
        ['/api/contact', { origin: 'https://elsewhere.example' }, 403],
        ['/api/health', {}, 405],
        ['/api/no-such-route', {}, 404],
        ['/', {}, 405],
        ['/', MULTIPART, 405],
        ['/privacy', FORM, 405],
        ['/contact', MULTIPART, 405],
        ['/outreach', FORM, 405],
        ['/outreach', { 'next-action': 'a'.repeat(42), 'content-type': 'text/plain' }, 405],
        ['/robots.txt', {}, 405],
        ['/fonts/bricolage-more-2.woff2', {}, 405],
        ['/no-such-page', {}, 404],
        ['/no-such-page', MULTIPART, 404],
        ['/_next/static/no-such-chunk.js', {}, 404],
        ['/api/no-such-route', MULTIPART, 404],
      ];
      // Node's own client keeps its connections, and so does the proxy.
      for (const url of [site.url, throughProxy])
        for (const [path, headers, status] of cases)
          for (let attempt = 0; attempt < 6; attempt += 1) {
            const refused = await fetch(url + path, {
              method: 'POST',
              headers: { ...createHeaders(), ...headers },
              body: large,
            });
            const body = await refused.text();
            if (!path.startsWith('/api/')) expect(body.length).toBeLessThan(200);
            const nextAnswer = await fetch(`${url}/api/health`);
            expect([path, refused.status, nextAnswer.status]).toEqual([path, status, 200]);
          }
      proxy.closeAllConnections();
      proxy.close();
      printFigure('refused bodies', `${cases.length * 12} refused, no next request lost`);
    },
  );

  test.concurrent('no page takes a body, whatever its method, type and length', async () => {
    const [site] = getTarget().sites;
    const known = ['/', '/privacy', '/contact', '/outreach', '/robots.txt', '/favicon.ico'];
    const unknown = ['/no-such-page', '/wp-login.php', '/_next/static/no-such-chunk.js'];
    const body = 'x'.repeat(100_000);
    const wrongAnswers: string[] = [];
    let requestCount = 0;
    for (const path of [...known, ...unknown])
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])
        for (const type of [FORM, MULTIPART, { 'content-type': 'text/plain' }, {}])
          for (const chunked of [{}, { 'transfer-encoding': 'chunked' }]) {
            const { status, body: text } = await send(
              site.url + path,
              method,
              { ...type, ...chunked },
              body,
            );
            requestCount += 1;
            const expectedStatus = known.includes(path) ? 405 : 404;
            if (status !== expectedStatus || text.length >= 200)
              wrongAnswers.push(`${method} ${path}: ${status}, ${text.length} bytes`);
          }
    printFigure('bodies for pages', `${requestCount} sent, ${wrongAnswers.length} not refused`);
    expect(wrongAnswers).toEqual([]);
  });
}

function postSlowly(
  url: string,
  headers: Record<string, string>,
  parts: AsyncIterable<string>,
): Promise<number> {
  return new Promise((resolve) => {
    const outgoing = request(url, { method: 'POST', headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
      response.on('end', () => outgoing.destroy());
    });
    outgoing.on('error', () => resolve(0));
    void (async () => {
      for await (const part of parts) {
        if (outgoing.destroyed) return;
        outgoing.write(part);
      }
      outgoing.end();
    })();
  });
}

async function* sendSlowly(part: string, times: number, pauseMs: number) {
  for (let n = 0; n < times; n += 1) {
    yield part;
    await pause(pauseMs);
  }
}
