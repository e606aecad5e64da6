/** @jest-environment node */
import type { IncomingHttpHeaders, Server } from 'node:http';
import { createServer } from 'node:http';
import { listen } from '@/local/ports.mjs';
import type { EndedCall, KnownCall } from '@/local/voice/calls';
import type { VoiceProvider } from '@/local/voice/server';
import { startVoiceProvider } from '@/local/voice/server';
import { reportEnd } from '@/local/voice/webhook';
import { until } from '@/test-support/until';

const privateKey = 'test-private-key';
const site = 'http://localhost:4321';
let provider: VoiceProvider;
let receiver: Server;
let webhookUrl: string;
let status = 200;
let received: { method: string; headers: IncomingHttpHeaders; body: unknown }[] = [];

beforeAll(async () => {
  receiver = createServer((req, res) => {
    let text = '';
    req.setEncoding('utf8').on('data', (part) => (text += part));
    req.on('end', () => {
      received.push({ method: req.method ?? '', headers: req.headers, body: JSON.parse(text) });
      res.writeHead(status).end();
    });
  });
  webhookUrl = `http://127.0.0.1:${await listen(receiver)}/ended`;
  provider = await startVoiceProvider({
    port: 0,
    publicKey: 'test',
    privateKey,
    pace: 'instant',
    webhook: { url: webhookUrl, secret: 'test-secret' },
  });
});
afterAll(async () => {
  await provider.close();
  receiver.close();
});
beforeEach(() => {
  received = [];
  status = 200;
});

const isoTime = /^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/;
const assistantOverrides = { maxDurationSeconds: 300, metadata: { requestId: 'r-1' } };

async function createCall() {
  const response = await fetch(`${provider.url}/call/web`, {
    method: 'POST',
    headers: { authorization: 'Bearer test', origin: site, 'content-type': 'application/json' },
    body: JSON.stringify({ assistantId: 'demo', assistantOverrides }),
  });
  return (await response.json()) as { id: string; webCallUrl: string };
}

/** As the call machine does it: a text from another origin, without any header of its own. */
function tell(room: string, what: string, body = '{}') {
  const { origin, pathname } = new URL(room);
  const url = `${origin}${pathname}/${what}`;
  return fetch(url, { method: 'POST', headers: { origin: site }, body });
}

async function statusOf(id: string) {
  const headers = { authorization: `Bearer ${privateKey}` };
  const response = await fetch(`${provider.url}/call/${id}`, { headers });
  return ((await response.json()) as KnownCall).status;
}

test('the end of a call is reported once, with its reason, its length and its price', async () => {
  const { id, webCallUrl } = await createCall();
  expect(await statusOf(id)).toBe('queued');
  expect((await tell(webCallUrl, 'joined')).status).toBe(204);
  expect(await statusOf(id)).toBe('in-progress');
  const left = await tell(webCallUrl, 'left', '{"endedReason":"silence-timed-out"}');
  expect(left.status).toBe(204);
  expect(await statusOf(id)).toBe('ended');
  await tell(webCallUrl, 'left');
  await until(() => received.length > 0, 'the report');
  expect(received).toHaveLength(1);
  const [{ method, headers, body } = { method: '', headers: {}, body: {} }] = received;
  expect([method, headers['x-vapi-secret'], headers['content-type']]).toEqual([
    'POST',
    'test-secret',
    'application/json',
  ]);
  expect(body).toEqual({
    message: {
      type: 'end-of-call-report',
      call: {
        id,
        orgId: 'local-organisation',
        type: 'webCall',
        status: 'ended',
        createdAt: expect.stringMatching(isoTime),
        updatedAt: expect.stringMatching(isoTime),
        startedAt: expect.stringMatching(isoTime),
        endedAt: expect.stringMatching(isoTime),
        endedReason: 'silence-timed-out',
        assistantId: 'demo',
        assistantOverrides,
      },
      endedReason: 'silence-timed-out',
      startedAt: expect.stringMatching(isoTime),
      endedAt: expect.stringMatching(isoTime),
      durationSeconds: expect.any(Number),
      cost: expect.any(Number),
      artifact: {},
      analysis: {},
    },
  });
});

test.each(['', 'no JSON', '{}', '{"endedReason":7}', '{"endedReason":"ejected"}', 'null'])(
  'a visitor who leaves with the words %j has hung up',
  async (words) => {
    const { webCallUrl } = await createCall();
    await tell(webCallUrl, 'joined');
    await tell(webCallUrl, 'left', words);
    await until(() => received.length > 0, 'the report');
    expect(received[0]?.body).toMatchObject({ message: { endedReason: 'customer-ended-call' } });
  },
);

test('a room that nobody has created is not found', async () => {
  for (const what of ['joined', 'left']) {
    expect((await tell(`${provider.url}/rooms/unknown`, what)).status).toBe(404);
  }
  expect(received).toEqual([]);
});

const ended: EndedCall = {
  id: 'a',
  orgId: 'org',
  createdAt: '2026-11-25T10:00:00.000Z',
  updatedAt: '2026-11-25T10:01:31.000Z',
  startedAt: '2026-11-25T10:00:01.000Z',
  endedAt: '2026-11-25T10:01:31.000Z',
  status: 'ended',
  endedReason: 'exceeded-max-duration',
  assistantId: 'demo',
  assistantOverrides,
  maxSeconds: 300,
  credential: 'public-jwt',
  headers: {},
};

test('a minute costs five cents, and no secret is sent when there is none', async () => {
  await reportEnd({ url: webhookUrl }, ended, new AbortController().signal);
  expect(received[0]?.body).toMatchObject({ message: { durationSeconds: 90, cost: 0.075 } });
  expect(received[0]?.headers).not.toHaveProperty('x-vapi-secret');
});

test('a report that is refused or does not arrive is only noted', async () => {
  const log = jest.spyOn(console, 'log').mockImplementation();
  const { signal } = new AbortController();
  status = 500;
  await reportEnd({ url: webhookUrl }, ended, signal);
  await reportEnd({ url: 'http://127.0.0.1:1/ended' }, ended, signal);
  expect(log.mock.calls.flat()).toEqual([
    expect.stringContaining('500'),
    expect.stringContaining('did not arrive'),
  ]);
});
