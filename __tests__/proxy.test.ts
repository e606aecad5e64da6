import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unstable_doesMiddlewareMatch } from 'next/experimental/testing/server';
import { NextRequest, NextResponse } from 'next/server';
import { collectLogLines } from '@/__tests__/lib/server/log/log-lines';
import { connectDatabase, createAnswer } from '@/__tests__/lib/server/database/database-answers';
import { changeSettings, provideSettings } from '@/__tests__/lib/server/settings';
import { ERROR_TEXTS, TOO_MANY_LINKS } from '@/lib/content/errors';
import { contactMail } from '@/lib/content/site';
import { RULES } from '@/lib/server/http/rate-limit';
import { SITE_BUILD_FILE, type SiteBuild } from '@/lib/site/site-build';
import { config, proxy } from '@/proxy';

const createPage = (...inlineScripts: string[]) => ({ sha256: '', inlineScripts });
const BUILD: SiteBuild = {
  settings: { SITE_URL: '', HSTS: '', RETENTION_MONTHS: 12 },
  pages: {
    '/': createPage('sha256-home'),
    '/_not-found': createPage(),
    '/_global-error': createPage(),
  },
  files: ['/robots.txt'],
  routes: ['^/outreach(?:/)?$', '^/o/([^/]+?)(?:/)?$'],
};
const PRODUCTION = { NODE_ENV: 'production', VAPI_PUBLIC_KEY: undefined } as const;

const lines = collectLogLines();
const distDir = mkdtempSync(join(tmpdir(), 'proxy-'));
beforeAll(() => {
  provideSettings();
  writeFileSync(join(distDir, SITE_BUILD_FILE), JSON.stringify(BUILD));
});
afterAll(() => rmSync(distDir, { recursive: true }));

async function ask(
  path: string,
  sent: Record<string, string> = {},
  settings: Parameters<typeof changeSettings>[0] = {},
) {
  changeSettings({ ...PRODUCTION, NEXT_DIST_DIR: distDir, ...settings });
  const passOn = jest.spyOn(NextResponse, 'next');
  const answer = await proxy(new NextRequest(`http://localhost:3000${path}`, { headers: sent }));
  const { status, headers } = answer;
  const passedOn = passOn.mock.lastCall?.[0]?.request?.headers;
  return {
    status,
    text: () => answer.clone().text(),
    retryAfter: headers.get('retry-after'),
    policy: headers.get('content-security-policy'),
    caching: headers.get('cache-control'),
    id: headers.get('x-request-id'),
    /** What Next gets for the page. */
    getPassedOn: (name: string) => passedOn?.get(name) ?? null,
  };
}

test('passes its policy and request id to Next.js, and keeps the other headers', async () => {
  const { policy, id, getPassedOn } = await ask('/outreach', {
    'x-kept': 'yes',
    'x-request-id': 'own',
  });
  expect(policy).toMatch(/'nonce-[\w+/]{22}=='/);
  expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  const passedOn = ['content-security-policy', 'x-request-id', 'x-kept'].map(getPassedOn);
  expect(passedOn).toEqual([policy, id, 'yes']);
});

// `mangled-links.test.ts` has the language of each link.
test('tells the page the language of its link, whatever a header says', async () => {
  for (const NODE_ENV of ['production', 'development'] as const) {
    const forged = { 'x-page-language': 'cs' };
    const { getPassedOn } = await ask('/outreach?lang=en', forged, { NODE_ENV });
    expect(getPassedOn('x-page-language')).toBe('en');
  }
});

describe('a short link', () => {
  const prospect = {
    code: 'abcdefghjk',
    contact_name: 'Jan Novák',
    language: 'en',
    vapi_assistant_id: 'demo-en',
  };
  const readProspect = ({ getPassedOn }: Awaited<ReturnType<typeof ask>>) =>
    JSON.parse(decodeURIComponent(getPassedOn('x-prospect') ?? 'null'));

  test.each([
    '/o/abcdefghjk',
    '/o/ABCDEFGHJK).',
    '/o/%E2%80%8Babcde%C2%ADfghjk%0A%0ATento%20odkaz',
  ])('%s passes on its row and language, whatever a header says', async (path) => {
    const sent = connectDatabase(() => createAnswer([prospect]));
    const answer = await ask(path, { 'x-prospect': 'forged' });
    expect(readProspect(answer)).toEqual(prospect);
    expect(answer.getPassedOn('x-page-language')).toBe('en');
    expect(sent).toMatchObject([{ method: 'GET', table: 'decisionMakers' }]);
    expect(JSON.stringify(lines)).not.toMatch(/abcdefghjk|Nov/);
  });

  test('has the language that its address names, before that of its row', async () => {
    connectDatabase(() => createAnswer([prospect]));
    const { getPassedOn } = await ask('/o/abcdefghjk?lang=cs');
    expect(getPassedOn('x-page-language')).toBe('cs');
  });

  test.each([
    ['/o/abcdefghjk', 1],
    ['/o/abc', 0],
    // Redirected before it is looked up.
    ['/O/ABCDEFGHJK', 0, 308],
  ])('that nobody has, %s, passes on no row', async (path, asked, status = 200) => {
    const sent = connectDatabase(() => createAnswer([]));
    const answer = await ask(path, { 'x-prospect': 'forged' });
    expect([answer.status, readProspect(answer), sent.length]).toEqual([status, null, asked]);
  });

  test('is not said to be wrong while the database is down', async () => {
    connectDatabase(() => Promise.reject(new TypeError('fetch failed')));
    const { status, caching, retryAfter, text } = await ask('/o/abcdefghjk?lang=en');
    expect([status, caching, retryAfter]).toEqual([503, 'private, no-store', '30']);
    expect(await text()).toContain(`<a href="mailto:${contactMail}">`);
    expect(await text()).toContain(`<a href="">${ERROR_TEXTS.en.retry}</a>`);
  });

  test('guessing is limited for a network, and for no other', async () => {
    connectDatabase(() => createAnswer([]));
    const guess = (address: string) =>
      ask('/o/abcdefghjk', { 'x-real-ip': address }, { TRUSTED_IP_HEADER: 'x-real-ip' });
    for (let n = 0; n < RULES['link per address'].points; n += 1) await guess('192.0.2.1');
    const { status, text } = await guess('192.0.2.1');
    expect([status, await text()]).toEqual([429, expect.stringContaining(TOO_MANY_LINKS.cs)]);
    expect((await guess('192.0.2.2')).status).toBe(200);
  });
});

test('allows voice hosts by the settings', async () => {
  expect((await ask('/')).policy).not.toContain('daily.co');
  expect((await ask('/', {}, { VAPI_PUBLIC_KEY: 'key' })).policy).toContain('https://*.daily.co');
});

test('sets no policy in development, where React needs eval', async () => {
  expect((await ask('/', {}, { NODE_ENV: 'development' })).policy).toBeNull();
});

test('a payload for React is not cached under the address of the page', async () => {
  expect((await ask('/')).caching).toMatch(/^public/);
  expect((await ask('/', { rsc: '1' })).caching).toMatch(/^private, .*no-store/);
});

test('rendered pages and files have the caching of Next', async () => {
  for (const path of ['/outreach', '/robots.txt']) expect((await ask(path)).caching).toBeNull();
});

test.each([
  ['/', true],
  ['/outreach', true],
  ['/apiary', true],
  ['/no-such-picture.png', true],
  ['/_next/image', true],
  ['/%61pi/contact', true],
  ['/api/contact', false],
  ['/_next/static/chunks/a.js', false],
])('runs on %s: %j', (path, isMatched) => {
  expect(unstable_doesMiddlewareMatch({ config, url: path })).toBe(isMatched);
});
