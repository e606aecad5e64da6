import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { createHeaders, runInParallel, postForm } from '../client';
import { getTarget, printFigure } from '../target';

const MB = 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, 120);

const MULTIPART = { 'content-type': 'multipart/form-data; boundary=x' };
interface Flood {
  path: string;
  megabytes: number;
  headers: Record<string, string>;
  /** The status of the refusal. */
  status: number;
}
/** Next reads a multipart post to a page as a possible Server Action. */
const FLOODS: Flood[] = [
  { path: '/api/contact', megabytes: 30, headers: {}, status: 413 },
  { path: '/', megabytes: 9, headers: MULTIPART, status: 405 },
  { path: '/contact', megabytes: 9, headers: MULTIPART, status: 405 },
  { path: '/no-such-page', megabytes: 9, headers: MULTIPART, status: 404 },
  { path: '/api/no-such-route', megabytes: 9, headers: MULTIPART, status: 404 },
];

/** Measures the server's memory, so nothing else may run at the same time. */
export function testMemory({ posts }: { posts: number }): void {
  // A flood can reuse the memory of the one before, so all are compared with the first.
  let initialMb: number | undefined;
  // Garbage of 50 posts a flood came to 107 MB, a server that kept bodies of 9 MB to 258 and more.
  const maxGrowthMb = 150 + posts;
  test.each(FLOODS)(
    `${posts} parallel posts of $megabytes MB to $path take less than ${maxGrowthMb} MB of memory`,
    async (flood) => {
      const [site] = getTarget().sites;
      const { path, megabytes, status: refusal } = flood;
      const sendFlood = () =>
        runInParallel(posts, posts, (index) => postEndlessly(site.url, flood, index % 2 === 0));
      // The first rounds warm the code up: what a server needs once is no growth.
      await runInParallel(200, 50, () => postForm(site.url));
      initialMb ??= readResidentMb(site.pid);
      let highestMb = initialMb;
      const watch = () => (highestMb = Math.max(highestMb, readResidentMb(site.pid)));
      const watchTimer = setInterval(watch, 20);
      const statuses = [...(await sendFlood()), ...(await sendFlood())];
      clearInterval(watchTimer);
      const growthMb = highestMb - initialMb;
      const refused = statuses.filter((status) => status === refusal).length;
      printFigure(
        `memory, ${posts} × ${megabytes} MB to ${path}`,
        `${growthMb.toFixed(1)} MB, ${refused} of ${statuses.length} answered with ${refusal}`,
      );
      expect(growthMb).toBeLessThan(maxGrowthMb);
      // How many read the answer before the connection closes depends on the machine.
      expect(refused).toBeGreaterThan(0);
      // 0: the connection was closed.
      expect(statuses.filter((status) => status !== refusal && status !== 0)).toEqual([]);
    },
  );
}

/** Posts a large body and keeps sending after the answer, as an attacker would. */
function postEndlessly(
  url: string,
  { path, megabytes, headers: extraHeaders }: Flood,
  hasLength: boolean,
): Promise<number> {
  const length = hasLength
    ? { 'content-length': String(megabytes * MB) }
    : { 'transfer-encoding': 'chunked' };
  const headers = { ...createHeaders(), ...extraHeaders, ...length };
  return new Promise((resolve) => {
    let status = 0;
    const outgoing = request(url + path, { method: 'POST', headers, agent: false })
      .on('response', (response) => {
        status = response.statusCode ?? 0;
        response.resume();
      })
      .on('error', () => resolve(status))
      .on('close', () => resolve(status));
    Readable.from(Array(megabytes * 16).fill(CHUNK)).pipe(outgoing);
  });
}

const readResidentMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
