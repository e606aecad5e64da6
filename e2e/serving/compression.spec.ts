import { expect, test } from '../support/test';

const KB = 1024;

test('hashed files are immutable, compressed and not sniffed', async ({ request }) => {
  const html = await (await request.get('/')).text();
  const files = [...html.matchAll(/"(\/_next\/static\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(files.length).toBeGreaterThan(5);
  for (const path of new Set(files)) {
    const response = await request.get(path, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(response.headers(), path).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    if (/\.(js|css|svg)$/.test(path) && (await response.body()).length > KB) {
      expect(response.headers()['content-encoding'], path).toBe('gzip');
    }
  }
});

test('pages, scripts and styles are compressed with Brotli without loss', async ({ request }) => {
  const fetchWithEncoding = async (path: string, accepted: string, more = {}) => {
    const response = await request.get(path, { headers: { 'Accept-Encoding': accepted, ...more } });
    const { 'content-encoding': coding, vary, ...headers } = response.headers();
    return { coding, vary, headers, text: await response.text(), status: response.status() };
  };
  const html = await (await request.get('/')).text();
  const files = [...html.matchAll(/"(\/_next\/static\/[^"]+\.(?:js|css))"/g)];
  const paths = ['/', '/privacy', ...files.map(([, path = '']) => path)];
  expect(paths.length).toBeGreaterThan(8);
  for (const path of paths) {
    const copy = await fetchWithEncoding(path, 'gzip, br');
    const plainly = await fetchWithEncoding(path, 'identity');
    expect(copy.coding, path).toBe('br');
    expect(copy.vary).toMatch(/accept-encoding/i);
    expect(copy.text).toBe(plainly.text);
    expect(copy.headers['cache-control']).toBe(plainly.headers['cache-control']);
    expect(plainly.coding).toBeUndefined();
    expect((await fetchWithEncoding(path, 'gzip, br;q=0')).coding).not.toBe('br');
    const tag = copy.headers['etag'] ?? '';
    expect((await fetchWithEncoding(path, 'br', { 'If-None-Match': tag })).status, path).toBe(304);
  }
});
