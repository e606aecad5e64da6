import type { Request } from '@playwright/test';
import { LOCAL_KEYS } from '@/local/voice/start-voice';
import { test } from './call-page';
import { expect } from '../support/test';

const USUAL =
  /^(:|accept|cache-control|connection|content-(length|type)|host|if-|origin|pragma|priority|purpose|range|referer|sec-|upgrade-|user-agent)/;

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
  for (const asked of ['GET /api/call', 'POST /api/call'])
    await expect.poll(() => answers.get(asked)).toBeDefined();

  const siteOrigin = new URL(page.url()).origin;
  const sentRequests = await Promise.all(
    requests.map(async (request) => {
      const { origin, pathname } = new URL(request.url());
      const headers = await request.allHeaders();
      const special = Object.keys(headers).filter((name) => !USUAL.test(name));
      return {
        who: origin === siteOrigin ? 'our origin' : 'call machine',
        origin,
        pathname,
        request,
        headers,
        special,
      };
    }),
  );
  const list = sentRequests.map(({ who, request, pathname, special }) =>
    [who, request.method(), pathname.replace(/[\da-f-]{36}/, ':id'), ...special].join(' '),
  );
  for (const line of new Set(list)) if (!/ \/(_next|fonts)\//.test(line)) console.log(`· ${line}`);

  const others = sentRequests.filter(({ origin }) => origin !== siteOrigin);
  expect(new Set(others.map(({ origin }) => origin)).size).toBe(1);
  // The provider's API is at the same origin here: only what belongs to the room is asked there.
  expect(
    others.filter(({ pathname }) => !/^\/(call-machine\.js|clips\/|rooms\/)/.test(pathname)),
  ).toEqual([]);
  expect(list.filter((line) => line.includes('authorization'))).toEqual([]);
  // funnel.spec.ts tests what is counted.
  const api = sentRequests.filter(({ pathname }) => /^\/api\/(?!count$)/.test(pathname));
  expect(api.map(({ request, pathname }) => `${request.method()} ${pathname}`)).toEqual([
    'GET /api/call',
    'POST /api/call',
    'POST /api/call/end',
  ]);

  const everything = JSON.stringify([
    sentRequests.map(({ request, headers }) => [request.url(), headers, request.postData()]),
    [...answers.values()],
    await page.content(),
  ]);
  expect(everything).toContain('webCallUrl');
  for (const key of Object.values(LOCAL_KEYS)) expect(everything).not.toContain(key);
  // A token of the provider's.
  expect(everything).not.toContain(
    Buffer.from('{"alg":"HS256"').toString('base64url').slice(0, 18),
  );
});
