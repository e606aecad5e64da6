/** @jest-environment node */
import { createServer, type Server } from 'node:http';
import { findRandomFreePort, listen } from '@/local/ports';
import { sendRequest, parseBody } from '@/scripts/ops/doctor/http-request';

let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer(({ url: path }, response) => {
    if (path === '/never') return;
    if (path === '/half') return void response.write('half');
    if (path === '/moved') return void response.writeHead(308, { location: '/never' }).end();
    response.writeHead(418, { 'x-a': 'b' }).end('{"a":1}');
  });
  url = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('returns any response with its body', async () => {
  const before = Date.now();
  const answer = await sendRequest(`${url}/`);
  expect(answer).toMatchObject({ status: 418, text: '{"a":1}' });
  expect(answer.headers.get('x-a')).toBe('b');
  expect(answer.respondedAt).toBeGreaterThanOrEqual(before);
  expect(answer.respondedAt).toBeLessThanOrEqual(Date.now());
  expect(parseBody(answer)).toEqual({ a: 1 });
});

test('does not follow a redirect', async () => {
  expect((await sendRequest(`${url}/moved`)).status).toBe(308);
});

test.each(['/never', '/half'])('throws after the timeout: %s', async (path) => {
  await expect(sendRequest(url + path, {}, 200)).rejects.toThrow(
    `no answer from ${new URL(url).host} (none within 0.2 s)`,
  );
});

test('the error message contains the network error code, but not the URL’s query', async () => {
  const port = await findRandomFreePort();
  const refusedRequest = sendRequest(`http://127.0.0.1:${port}/?key=secret`);
  await expect(refusedRequest).rejects.toThrow(`no answer from 127.0.0.1:${port} (ECONNREFUSED)`);
});

test('the error message does not contain an invalid key', async () => {
  const pendingRequest = sendRequest(url, { headers: { authorization: 'Bearer sb_secret\n_a' } });
  await expect(pendingRequest).rejects.toThrow(`no answer from ${new URL(url).host} (network)`);
});

test('reads an invalid JSON body as undefined', () => {
  const answer = { status: 200, headers: new Headers(), respondedAt: 0 };
  expect(parseBody({ ...answer, text: '<p>' })).toBeUndefined();
});
