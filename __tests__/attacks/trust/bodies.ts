import { startProxy } from '../../support/network';
import { createHeaders } from '../client';
import { getTarget } from '../target';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
/** Next takes a post of this type for a possible Server Action, and reads it whole. */
const MULTIPART = { 'content-type': 'multipart/form-data; boundary=x' };

export function testBodies(): void {
  test('a rejected body of 3 MB does not affect the next request on its connection', async () => {
    const [site] = getTarget().sites;
    const proxy = await startProxy(() => site.url, { keepsConnections: true });
    const large = 'x'.repeat(3_000_000);
    const cases: [path: string, headers: Record<string, string>, status: number][] = [
      ['/api/contact', {}, 413],
      ['/api/contact', { 'content-type': 'text/plain' }, 415],
      ['/api/contact', { origin: 'https://elsewhere.example' }, 403],
      ['/api/health', {}, 405],
      ['/privacy', FORM, 405],
      ['/contact', MULTIPART, 405],
      ['/outreach', { 'next-action': 'a'.repeat(42), 'content-type': 'text/plain' }, 405],
      ['/fonts/bricolage-more-2.woff2', {}, 405],
      ['/no-such-page', MULTIPART, 404],
      ['/_next/static/no-such-chunk.js', {}, 404],
      ['/api/no-such-route', MULTIPART, 404],
    ];
    // Node's own client keeps its connections, and so does the proxy.
    for (const url of [site.url, proxy.url])
      for (const [path, headers, status] of cases)
        for (let attempt = 0; attempt < 6; attempt += 1) {
          const refused = await fetch(url + path, {
            method: 'POST',
            headers: { ...createHeaders(), ...headers },
            body: large,
          });
          await refused.arrayBuffer();
          const nextAnswer = await fetch(`${url}/api/health`);
          expect([path, refused.status, nextAnswer.status]).toEqual([path, status, 200]);
        }
    proxy.close();
  });
}
