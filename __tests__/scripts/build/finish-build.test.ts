/** @jest-environment node */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { finishBuild } from '@/scripts/build/finish-build.mjs';
import { hashInlineScripts } from '@/scripts/build/inline-script-hashes.mjs';
import { readSiteBuild } from '@/server/site-build.mjs';
import { setUpBuildFolder } from './build-folder';

const build = setUpBuildFolder();
const madeFor = { siteUrl: 'https://example.com', sourceHash: 'abc' };
const finish = () => finishBuild(build.path(), madeFor);
const finished = () => readSiteBuild(build.path());
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
  build.write('static/chunks/vitals.js', 'count("ttfb", 1)');
});
afterEach(() => delete process.env.HYDRATION);

const text = (file: string) => String(build.read(file));
const digest = (content: string) => createHash('sha256').update(content).digest('hex');

test('the landing page is deferred, and no other page', () => {
  finish();
  expect(text('server/app/index.html')).toContain('<script type="text/x-component">1:data<');
  expect(text('server/app/legal/privacy.html')).toBe(home);
  expect(finished()?.laterChunks).toEqual({
    '/_next/static/chunks/page.js': ['/_next/static/chunks/call.js'],
    '/_next/static/chunks/vitals.js': [],
  });
});

test('adds site-build.json to every function trace', () => {
  build.write('server/middleware.js.nft.json', '{"files":[]}');
  finish();
  expect(text('server/middleware.js.nft.json')).toBe('{"files":["../site-build.json"]}');
});

test('defers no page with HYDRATION=plain', () => {
  process.env.HYDRATION = 'plain';
  build.write('static/chunks/page.js', '');
  finish();
  expect(text('server/app/index.html')).toBe(home);
  expect(finished()).not.toHaveProperty('laterChunks');
});

test('records the digest and inline scripts of each page, and the build’s settings', () => {
  finish();
  const { pages, ...rest } = finished() ?? {};
  expect(rest).toMatchObject(madeFor);
  const deferred = text('server/app/index.html');
  expect(pages).toEqual({
    '/': { sha256: digest(deferred), inlineScripts: hashInlineScripts(deferred) },
    '/legal/privacy': { sha256: digest(home), inlineScripts: hashInlineScripts(home) },
  });
  expect(pages?.['/']?.inlineScripts).not.toEqual(pages?.['/legal/privacy']?.inlineScripts);
});

test(
  'compresses text files under their digest and removes older copies' + 'build left is gone',
  () => {
    const words = 'run() '.repeat(8 * 1024);
    build.write('static/chunks/large.js', words);
    build.write('static/chunks/styles.css', 'p {}'.repeat(99));
    build.write('static/media/font.woff2', words);
    build.write('server/app/robots.txt.body', 'User-agent: *\n'.repeat(9));
    build.write('server/app/page.js', `server ${words}`);
    build.write('compressed/old.br', 'old');
    finish();
    const texts = [
      text('server/app/index.html'),
      home,
      `//# allFunctionsCalledOnLoad\n${words}`,
      'p {}'.repeat(99),
      'User-agent: *\n'.repeat(9),
    ];
    const files = readdirSync(join(build.path(), 'compressed'));
    expect(files.sort()).toEqual(
      texts.flatMap((content) => [`${digest(content)}.br`, `${digest(content)}.gz`]).sort(),
    );
    for (const content of texts) {
      const copy = (extension: string) => build.read(`compressed/${digest(content)}.${extension}`);
      expect(String(brotliDecompressSync(copy('br')))).toBe(content);
      expect(String(gunzipSync(copy('gz')))).toBe(content);
    }
  },
);

test.each([
  ['a landing page that nothing would hydrate', 'server/app/index.html', page('home()'), /Before/],
  ['chunks whose imports cannot be read', 'static/chunks/page.js', 'load("call.js")', /import\(\)/],
  ['a server-only setting in a chunk', 'static/chunks/page.js', 'SUPABASE_SECRET_KEY', /settings/],
])('fails and writes no build record: %s', (_what, file, content, reason) => {
  build.write(file, content);
  expect(finish).toThrow(reason);
  expect(finished()).toBeUndefined();
});

test('fails if the landing page was not prerendered', () => {
  build.remove('server/app/index.html');
  expect(finish).toThrow('/ is to be deferred, but was not prerendered.');
});

test('fails with the names of pages that revalidate', () => {
  manifest({
    '/news': { initialRevalidateSeconds: 60, dataRoute: '/news.rsc' },
    '/feed.xml': { initialRevalidateSeconds: 60, dataRoute: null },
  });
  expect(finish).toThrow(/per request: \/news$/);
  expect(finished()).toBeUndefined();
});
