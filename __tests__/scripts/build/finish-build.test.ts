/** @jest-environment node */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { readStamp } from '@/scripts/build/build-stamp.mjs';
import { finishBuild } from '@/scripts/build/finish-build.mjs';
import { hashInlineScripts } from '@/scripts/build/inline-script-hashes.mjs';
import { buildFolder } from './build-folder';

const build = buildFolder();
const stamp = { siteUrl: 'https://example.com' };
const finish = () => finishBuild(build.path(), stamp);
const manifest = (routes: Record<string, unknown>) =>
  build.write('prerender-manifest.json', JSON.stringify({ routes }));
const page = (code: string) =>
  `<body><script>${code}</script><script src="/_next/static/chunks/page.js" async=""></script>` +
  '<script>(self.__next_f=self.__next_f||[]).push([0])</script>' +
  '<script>self.__next_f.push([1,"1:data"])</script></body>';
const home = page('"text/x-deferred"');
const imports = 'Promise.all(["static/chunks/call.js"].map(load))';

/** As Next leaves it, with one page to be deferred and one to stay as it is. */
beforeEach(() => {
  manifest({ '/': { initialRevalidateSeconds: false, dataRoute: '/index.rsc' } });
  build.write('server/app/index.html', home);
  build.write('server/app/index.rsc', '<script>never()</script>');
  build.write('server/app/legal/privacy.html', home);
  build.write('static/chunks/page.js', imports);
});
afterEach(() => delete process.env.HYDRATION);

const text = (file: string) => String(build.read(file));
const json = (file: string): unknown => JSON.parse(text(file));

test('the landing page is deferred, and no other page', () => {
  finish();
  expect(text('server/app/index.html')).toContain('<script type="text/x-component">1:data<');
  expect(text('server/app/legal/privacy.html')).toBe(home);
  expect(json('imports.json')).toEqual({
    '/_next/static/chunks/page.js': ['/_next/static/chunks/call.js'],
  });
});

test('with plain hydration no page is deferred, whatever the chunks import', () => {
  process.env.HYDRATION = 'plain';
  build.write('static/chunks/page.js', '');
  finish();
  expect(text('server/app/index.html')).toBe(home);
  expect(readdirSync(build.path())).not.toContain('imports.json');
});

test('a finished build knows the hashes of each page, as it will be sent, and what it was made for', () => {
  finish();
  expect(json('inline-scripts.json')).toEqual({
    '/': hashInlineScripts('<script>"text/x-deferred"</script>'),
    '/legal/privacy': hashInlineScripts(home),
  });
  expect(readStamp(build.path())).toEqual(stamp);
});

test('pages, scripts and styles are kept compressed as they will be sent; what an earlier build left is gone', () => {
  build.write('static/chunks/large.js', 'run() '.repeat(8 * 1024));
  build.write('static/chunks/styles.css', 'p {}');
  build.write('static/media/font.woff2', 'font');
  build.write('brotli/_next/static/chunks/old.js', 'old');
  finish();
  const files = readdirSync(join(build.path(), 'brotli'), { recursive: true, encoding: 'utf8' });
  const copies = files
    .filter((file) => /\.\w+$/.test(file))
    .map((file) => [file, String(brotliDecompressSync(build.read(`brotli/${file}`)))]);
  expect(Object.fromEntries(copies)).toEqual({
    'index.html': text('server/app/index.html'),
    'legal/privacy.html': home,
    '_next/static/chunks/page.js': imports,
    '_next/static/chunks/large.js': `//# allFunctionsCalledOnLoad\n${'run() '.repeat(8 * 1024)}`,
    '_next/static/chunks/styles.css': 'p {}',
  });
});

test.each([
  ['a landing page that nothing would hydrate', 'server/app/index.html', page('home()'), /Before/],
  ['chunks whose imports cannot be read', 'static/chunks/page.js', 'load("call.js")', /import\(\)/],
  ['a server-only setting in a chunk', 'static/chunks/page.js', 'SUPABASE_SECRET_KEY', /settings/],
])('%s: the build fails and stays unfinished', (_what, file, content, reason) => {
  build.write(file, content);
  expect(finish).toThrow(reason);
  expect(readStamp(build.path())).toBeUndefined();
});

test('a landing page that was not prerendered fails the build', () => {
  build.remove('server/app/index.html');
  expect(finish).toThrow('/ is to be deferred, but was not prerendered.');
});

test('a page that revalidates is refused by name, and the build stays unfinished', () => {
  manifest({
    '/news': { initialRevalidateSeconds: 60, dataRoute: '/news.rsc' },
    '/feed.xml': { initialRevalidateSeconds: 60, dataRoute: null },
  });
  expect(finish).toThrow(/per request: \/news$/);
  expect(readStamp(build.path())).toBeUndefined();
});
