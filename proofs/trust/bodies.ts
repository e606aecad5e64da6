import { request } from 'node:http';
import { filled, headersOf, send } from './client';
import { pause } from './pace';
import { reached, type World } from './world';

export function testBodies(world: () => World): void {
  test.concurrent('at most 16 KB of a body are read, in at most ten seconds', async () => {
    const { origin, sites } = world();
    const url = `${sites[1].url}/api/contact`;
    const form = JSON.stringify({ ...filled(), pad: '' });
    const ofSize = (bytes: number) =>
      form.replace('"pad":""', `"pad":"${'x'.repeat(bytes - Buffer.byteLength(form))}"`);
    const whole = async (bytes: number) =>
      (await send(url, 'POST', headersOf(origin), ofSize(bytes))).status;
    const inParts = (header: Record<string, string>, parts: AsyncIterable<string>) =>
      trickle(url, { ...headersOf(origin), ...header }, parts);
    const chunked = { 'transfer-encoding': 'chunked' };

    const [fits, over, overInChunks, slow, silent] = await Promise.all([
      whole(16 * 1024),
      whole(16 * 1024 + 1),
      inParts(chunked, slowly('x'.repeat(4096), 5, 10)),
      inParts(chunked, slowly(' ', 300, 100)),
      inParts({ 'content-length': '16000' }, slowly(' ', 1, 20_000)),
    ]);
    const statuses = { fits, over, overInChunks, slow, silent };
    reached('bodies', JSON.stringify(statuses));
    expect(statuses).toEqual({ fits: 201, over: 413, overInChunks: 413, slow: 408, silent: 408 });
  });
}

/** Posts a body part by part. */
function trickle(
  url: string,
  headers: Record<string, string>,
  parts: AsyncIterable<string>,
): Promise<number> {
  return new Promise((done) => {
    const sent = request(url, { method: 'POST', headers, agent: false }, (response) => {
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
