import type { APIResponse } from '@playwright/test';
import { pagePaths } from '@/__tests__/support/routes';
import { openPage } from '../support/loading';
import { engines, expect, test } from '../support/test';
import { expectOnly } from '../support/unexpected';

const common = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

const readPolicy = (response: APIResponse) => response.headers()['content-security-policy'] ?? '';

test('every response has each security header once', async ({ request }) => {
  for (const [path, status] of [
    ['/', 200],
    ['/no-such-page', 404],
    ['/no-such-picture.png', 404],
    ['/fault', 500],
    ['/api/contact', 405],
    ['/api/no-such-route', 404],
    ['/_next/static/no-such-chunk.js', 404],
    ['/.well-known/security.txt', 200],
  ] as const) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(status);
    expect(response.headers(), path).toMatchObject(common);
    const names = response.headersArray().map(({ name }) => name.toLowerCase());
    for (const name of [...Object.keys(common), 'content-security-policy'])
      expect([path, name, names.filter((each) => each === name).length]).toEqual([path, name, 1]);
    // Of documents only. The page for unknown addresses is one anywhere.
    const isDocument = response.headers()['content-type']?.startsWith('text/html');
    expect(names.includes('permissions-policy'), path).toBe(isDocument);
    expect(names, path).not.toContain('x-powered-by');
    expect(response.headers()['referrer-policy']).toBe('strict-origin-when-cross-origin');
    // This site is served over http: only an https site tells browsers to insist on https.
    expect(names, path).not.toContain('strict-transport-security');
    expect(readPolicy(response), path).toMatch(/^default-src 'none';/);
    expect(readPolicy(response), path).toContain("frame-ancestors 'none'");
    expect(readPolicy(response), path).not.toContain('unsafe-');
  }
});

test('the landing page is cacheable together with its policy', async ({ request }) => {
  const [first, second] = [await request.get('/'), await request.get('/')];
  const { etag, ...headers } = first.headers();
  expect(etag).toMatch(/^"/);
  // For minutes, because the page carries its policy.
  expect(headers['cache-control']).toMatch(
    /^public, max-age=0, s-maxage=\d{2,3}, stale-while-revalidate=\d{2,3}$/,
  );
  expect(headers).not.toHaveProperty('set-cookie');
  expect(readPolicy(first)).toContain("'sha256-");
  expect(readPolicy(first)).not.toContain("'nonce-");
  expect(readPolicy(second)).toBe(readPolicy(first));
  expect(await second.text()).toBe(await first.text());
});

test('a page rendered per request has its own nonce, and is not cacheable', async ({ request }) => {
  const headers = { 'Content-Security-Policy': "script-src 'nonce-planted'" };
  const nonces = new Set<string>();
  for (const response of [await request.get('/fault'), await request.get('/fault', { headers })]) {
    const [, nonce = ''] = /'nonce-([^']{22,})'/.exec(readPolicy(response)) ?? [];
    nonces.add(nonce);
    expect(await response.text()).toContain(`nonce="${nonce}"`);
    expect(response.headers()['cache-control']).toContain('no-store');
    expect(readPolicy(response) + (await response.text())).not.toContain('planted');
  }
  expect(nonces.size).toBe(2);
});

// security-headers.test.ts has the list.
test('the browser understands which of its features are allowed', async ({ page }) => {
  await page.goto('/');
  const allowed = await page.evaluate(() => {
    type Features = { allowedFeatures: () => string[] };
    return (document as unknown as { featurePolicy: Features }).featurePolicy.allowedFeatures();
  });
  for (const name of ['camera', 'geolocation', 'payment', 'usb', 'display-capture'])
    expect(allowed).not.toContain(name);
  for (const name of ['autoplay', 'clipboard-write', 'microphone', 'screen-wake-lock'])
    expect(allowed).toContain(name);
});

test('every page hydrates without violating its policy', async ({ page, expectedErrors }) => {
  expectedErrors.push('/no-such-page)');
  for (const path of [...pagePaths, '/no-such-page']) await openPage(page, path);
});

test('injected markup is blocked and each violation is collected', async ({
  page,
  request,
  expectedErrors,
  expectedViolations,
  violations,
}) => {
  const plants = [
    ['<script>window.planted = true</script>', 'script-src-elem blocked inline'],
    ['<img src="/x" onerror="window.planted = true">', 'script-src-attr blocked inline'],
    ['<script src="https://evil.test/x.js"></script>', 'script-src-elem blocked https://evil.test'],
    ['<p style="color: red">x</p>', 'style-src-attr blocked inline'],
    ['<img src="https://evil.test/x.png">', 'img-src blocked'],
    ['<iframe src="https://evil.test/"></iframe>', 'frame-src blocked'],
    ['<form action="https://evil.test/"><button>Send</button></form>', 'form-action blocked'],
  ] as const;
  expectedErrors.push('Content Security Policy', '/x)');
  expectedViolations.push('Content Security Policy', ...plants.map(([, blocked]) => blocked));
  // React would repair the landing page, so its policy is tested on an empty one.
  const response = await request.get('/');
  const body = `<!doctype html>${plants.map(([html]) => html).join('')}`;
  await page.route('/', (route) => route.fulfill({ response, body }));
  await page.goto('/');
  await page.getByRole('button').click({ noWaitAfter: true });
  for (const [, blocked] of plants)
    await expect.poll(() => violations).toContainEqual(expect.stringContaining(blocked));
  const countLogged = () => violations.filter((text) => text.includes('Security Policy')).length;
  await expect.poll(countLogged).toBeGreaterThanOrEqual(plants.length);
  expect(await page.evaluate(() => 'planted' in window)).toBe(false);
});

test(
  'logged errors, thrown errors and policy violations fail a test that expects none',
  engines,
  async ({ page, errors, violations, expectedErrors, expectedViolations }) => {
    expectedErrors.push('planted');
    expectedViolations.push('planted');
    await page.goto('/');
    await page.evaluate(() => {
      console.error('planted: logged');
      setTimeout(() => {
        throw new Error('planted: thrown');
      });
      document.body.append(Object.assign(new Image(), { src: 'https://evil.test/planted.png' }));
    });
    for (const [list, planted] of [
      [errors, 'planted: logged'],
      [errors, 'planted: thrown'],
      [violations, 'planted.png'],
    ] as const) {
      await expect.poll(() => list.join()).toContain(planted);
      expect(() => expectOnly([], list)).toThrow(planted);
    }
  },
);
