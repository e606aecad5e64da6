import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect as open } from 'node:net';
import { filled, freshAddress, inParallel, post, send } from './client';
import { figure } from './report';
import { until } from '../until';
import { pause } from './pace';
import { ADDRESS_HEADER, type Site, type World } from './world';

const MB = 1024 * 1024;
const BYTES = 30 * MB;

const headersOf = ({ origin }: World) => ({
  'content-type': 'application/json',
  origin,
  [ADDRESS_HEADER]: freshAddress(),
});

/** Sends a body bit by bit: `next` gives the next part and how long to wait before it; null ends it. */
function trickle(
  world: World,
  site: Site,
  extra: Record<string, string>,
  parts: AsyncIterable<string>,
): Promise<number> {
  return new Promise((done) => {
    const options = { method: 'POST', headers: { ...headersOf(world), ...extra }, agent: false };
    const sent = request(`${site.url}/api/contact`, options, (response) => {
      response.resume();
      done(response.statusCode ?? 0);
      response.on('end', () => sent.destroy());
    });
    sent.on('error', () => done(0));
    void (async () => {
      for await (const part of parts) {
        if (sent.destroyed) return;
        sent.write(part);
      }
      sent.end();
    })();
  });
}

async function* slowly(part: string, times: number, each: number) {
  for (let n = 0; n < times; n += 1) {
    yield part;
    await pause(each);
  }
}

/** At most 16 KB is read, in at most ten seconds, whatever the length header says. */
export async function proveBodyCap(world: World, site: Site): Promise<void> {
  const url = `${site.url}/api/contact`;
  const exactly = (bytes: number) => {
    const form = JSON.stringify({ ...filled(), pad: '' });
    return form.replace('"pad":""', `"pad":"${'x'.repeat(bytes - Buffer.byteLength(form))}"`);
  };
  const [fits, over, chunked, slow, silent] = await Promise.all([
    send(url, 'POST', headersOf(world), exactly(16 * 1024)),
    send(url, 'POST', headersOf(world), exactly(16 * 1024 + 1)),
    trickle(world, site, { 'transfer-encoding': 'chunked' }, slowly('x'.repeat(4096), 5, 10)),
    trickle(world, site, { 'transfer-encoding': 'chunked' }, slowly(' ', 300, 100)),
    trickle(world, site, { 'content-length': '16000' }, slowly(' ', 1, 20_000)),
  ]);
  const reached = [fits.status, over.status, chunked, slow, silent];
  figure(
    'bodies: 16 KB, one byte more, more in chunks, a byte per 0.1 s, then silence',
    '201 413 413 408 408',
    reached.join(' '),
    reached.join() === '201,413,413,408,408',
  );
}

const residentMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** What parallel posts of 30 MB cost the server in memory. */
export async function proveMemory(world: World, site: Site, posts: number): Promise<void> {
  const chunk = Buffer.alloc(64 * 1024, 120);
  const flood = () =>
    inParallel(posts, posts, (index) => {
      return new Promise<number>((done) => {
        const headers = {
          ...headersOf(world),
          ...(index % 2 ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(BYTES) }),
        };
        let status = 0;
        const sent = request(`${site.url}/api/contact`, { method: 'POST', headers, agent: false });
        sent.on('response', (response) => {
          status = response.statusCode ?? 0;
          response.resume();
        });
        sent.on('error', () => done(status));
        sent.on('close', () => done(status));
        // Goes on sending after the answer, as an attacker would.
        let left = BYTES / chunk.byteLength;
        const more = () => {
          while (left > 0 && !sent.destroyed) {
            left -= 1;
            if (!sent.write(chunk)) return void sent.once('drain', more);
          }
          sent.end();
        };
        more();
      });
    });
  // The first rounds warm the code up: what a server needs once is no growth.
  for (let round = 0; round < 200; round += 50)
    await inParallel(50, 50, () => post(world, site.url));
  await flood();
  let grown = Infinity;
  let refused = 0;
  let answered = true;
  // When the server collects its garbage is not ours to say: the best of three floods counts, as a leak shows in all.
  for (let round = 0; round < 3 && grown >= 20; round += 1) {
    // Garbage of the flood before.
    await pause(1500);
    const before = residentMb(site.pid);
    let peak = before;
    const watch = setInterval(() => (peak = Math.max(peak, residentMb(site.pid))), 20);
    const statuses = await flood();
    clearInterval(watch);
    grown = Math.min(grown, peak - before);
    refused = statuses.filter((status) => status === 413).length;
    answered &&= statuses.every((status) => status === 413 || status === 0);
  }
  figure(
    `memory growth under ${posts} parallel posts of 30 MB`,
    '< 20 MB',
    `${grown.toFixed(1)} MB (${refused} × 413, ${posts - refused} cut off)`,
    grown < 20 && answered,
  );
}

/** Writes bytes to a socket and gives back the status line's number, 0 where the server just hangs up. */
function raw(site: Site, text: string, patience = 5000): Promise<number> {
  return new Promise((done) => {
    const socket = open(site.port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    const end = (status: number) => {
      socket.destroy();
      done(status);
    };
    socket.on('data', (part) => {
      answer += part.toString('latin1');
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1];
      if (status) end(Number(status));
    });
    socket.on('error', () => end(0));
    socket.on('close', () => end(0));
    socket.setTimeout(patience, () => end(-1));
  });
}

/** Requests that no browser sends: refused or cut off, never an error of ours, and the server lives. */
export async function proveRawSockets(world: World, site: Site): Promise<void> {
  const head = `POST /api/contact HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: ${world.origin}\r\nContent-Type: application/json\r\n`;
  const answers = {
    'two lengths': await raw(site, `${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}   `),
    'length and chunks': await raw(
      site,
      `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ),
    'bad chunk size': await raw(
      site,
      `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    ),
    'negative length': await raw(site, `${head}Content-Length: -1\r\n\r\n`),
    'oversize header': await raw(site, `${head}X-Big: ${'x'.repeat(40_000)}\r\n\r\n`),
    'bare line feeds': await raw(site, `POST /api/contact HTTP/1.1\nHost: x\n\n`),
    'no HTTP at all': await raw(site, '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'),
    'space before the colon': await raw(site, `${head}Content-Length : 2\r\n\r\n{}`),
  };
  const bad = Object.entries(answers).filter(
    ([, status]) => status !== 0 && (status < 400 || status >= 500),
  );
  for (const [what, status] of bad) console.log(`  ${what}: ${status}`);
  const alive = (await post(world, site.url)).status;
  figure(
    'raw-socket abuse, ways of it refused',
    `${Object.keys(answers).length} of ${Object.keys(answers).length}, then 201`,
    `${Object.keys(answers).length - bad.length} of ${Object.keys(answers).length}, then ${alive}`,
    bad.length === 0 && alive === 201,
  );
}

/** 100 connections whose headers never end: each is ended in time, and others are served meanwhile. */
export async function proveSlowHeaders(world: World, site: Site): Promise<void> {
  const started = Date.now();
  let connected = 0;
  const sockets = Array.from({ length: 100 }, () => {
    const socket = open(site.port, '127.0.0.1', () => {
      connected += 1;
      socket.write('POST /api/contact HTTP/1.1\r\nHost: x\r\n');
    });
    const drip = setInterval(() => socket.writable && socket.write('X-Slow: 1\r\n'), 5000);
    return new Promise<number>((done) => {
      socket.on('error', () => undefined);
      socket.resume();
      socket.on('close', () => {
        clearInterval(drip);
        done(Date.now() - started);
      });
      setTimeout(() => socket.destroy(), 120_000).unref();
    });
  });
  await until(() => connected === sockets.length, 'every connection');
  const answer = await post(world, site.url);
  const lasted = Math.max(...(await Promise.all(sockets)));
  figure(
    'connections with headers that never end: ended after, others meanwhile',
    '≤ 95 s, 201',
    `${(lasted / 1000).toFixed(0)} s, ${answer.status}`,
    lasted <= 95_000 && answer.status === 201,
  );
}
