import { expect, test } from '../support/test';

// memory.test.ts has the rules.
test('pages, scripts and styles are compressed with Brotli without loss', async ({ request }) => {
  const fetchWith = (path: string, headers: Record<string, string>) =>
    request.get(path, { headers });
  const html = await (await request.get('/')).text();
  const files = Array.from(
    html.matchAll(/"(\/_next\/static\/[^"]+\.(?:js|css))"/g),
    ([, path]) => path!,
  );
  expect(files.length).toBeGreaterThan(5);
  for (const path of ['/', '/privacy', ...files]) {
    const copy = await fetchWith(path, { 'accept-encoding': 'gzip, br' });
    const plainly = await fetchWith(path, { 'accept-encoding': 'identity' });
    const { 'content-encoding': coding, vary, etag = '', ...headers } = copy.headers();
    expect([path, coding, vary]).toEqual([path, 'br', expect.stringMatching(/accept-encoding/i)]);
    expect(plainly.headers()).not.toHaveProperty('content-encoding');
    expect(await copy.text()).toBe(await plainly.text());
    const again = await fetchWith(path, { 'accept-encoding': 'br', 'if-none-match': etag });
    expect(again.status(), path).toBe(304);
    if (!files.includes(path)) continue;
    expect(headers['cache-control'], path).toBe('public, max-age=31536000, immutable');
    const gzipped = await fetchWith(path, { 'accept-encoding': 'gzip' });
    expect(gzipped.headers()['content-encoding'], path).toBe('gzip');
  }
});
