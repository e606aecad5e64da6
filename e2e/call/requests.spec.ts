import type { Request } from '@playwright/test';
import { LOCAL_KEYS } from '@/local/voice/start-voice';
import { test } from './call-page';
import { expect } from '../support/test';

test('a call uses only our origin and the call machine, without a provider key', async ({
  page,
  context,
  call,
}) => {
  const requests: Request[] = [];
  const answers = new Map<string, string>();
  context.on('request', (request) => requests.push(request));
  context.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith('/api/')) return;
    void response.text().then(
      (text) => answers.set(`${response.request().method()} ${pathname}`, text),
      () => undefined,
    );
  });
  await call.startLive('brief');
  const leaveReport = page.waitForRequest('**/api/call/end');
  await call.press(call.copy.end);
  await call.expectReady();
  await leaveReport;
  // No one reads the response to the last report, and a busy browser may never announce it.
  for (const answered of ['GET /api/call', 'POST /api/call'])
    await expect.poll(() => answers.get(answered)).toBeDefined();

  const { origin } = new URL(page.url());
  const ours = requests.filter((request) => new URL(request.url()).origin === origin);
  const others = requests.filter((request) => !ours.includes(request));
  expect(new Set(others.map((request) => new URL(request.url()).origin)).size).toBe(1);
  // The provider's API is at the same origin here: only what belongs to the room is asked there.
  for (const request of others)
    expect(new URL(request.url()).pathname).toMatch(/^\/(call-machine\.js|clips\/|rooms\/)/);
  // funnel.spec.ts tests what is counted.
  const asked = ours.map((request) => `${request.method()} ${new URL(request.url()).pathname}`);
  expect(asked.filter((line) => / \/api\/(?!count$)/.test(line))).toEqual([
    'GET /api/call',
    'POST /api/call',
    'POST /api/call/end',
  ]);

  const headers = await Promise.all(requests.map((request) => request.allHeaders()));
  expect(headers.flatMap(Object.keys)).not.toContain('authorization');
  const everything = JSON.stringify([
    requests.map((request) => [request.url(), request.postData()]),
    headers,
    [...answers.values()],
    await page.content(),
  ]);
  expect(everything).toContain('webCallUrl');
  for (const key of Object.values(LOCAL_KEYS)) expect(everything).not.toContain(key);
  // A token of the provider's.
  const token = Buffer.from('{"alg":"HS256"').toString('base64url').slice(0, 18);
  expect(everything).not.toContain(token);
});
