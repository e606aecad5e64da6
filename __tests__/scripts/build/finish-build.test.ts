/** @jest-environment node */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { addCompileHints, addToTraces, finishBuild } from '@/scripts/build/finish-build';
import { hashInlineScripts } from '@/lib/site/inline-script-hashes';
import { readIsDeferred } from '@/lib/settings/settings';
import { readSiteBuild } from '@/lib/site/site-build';
import { setUpBuildFolder } from './build-folder';

const build = setUpBuildFolder();
const madeFor = { siteUrl: 'https://example.com', sourceHash: 'abc' };
const runFinishBuild = (isDeferred = true) =>
  finishBuild(build.getPath(), { ...madeFor, isDeferred });
const readFinished = () => readSiteBuild(build.getPath());
const writeManifest = (routes: Record<string, unknown>) =>
  build.write('prerender-manifest.json', JSON.stringify({ routes }));
const createPage = (code: string) =>
  `<body><script>${code}</script><script src="/_next/static/chunks/page.js" async=""></script>` +
  '<script>(self.__next_f=self.__next_f||[]).push([0])</script>' +
  '<script>self.__next_f.push([1,"1:data"])</script></body>';
const home = createPage('"text/x-deferred"');
const otherPages = ['/_global-error', '/_not-found', '/legal/privacy'];
const imports = 'Promise.all(["static/chunks/call.js"].map(load))';

const writeRoutes = () => {
  const staticRoutes = ['/', '/robots.txt', '/contact', '/api/contact'].map((page) => ({ page }));
  const dynamicRoutes = [{ page: '/blog/[post]', regex: '^/blog/([^/]+?)(?:/)?$' }];
  build.write('routes-manifest.json', JSON.stringify({ staticRoutes, dynamicRoutes }));
  const sources = {
    '/(en)/page': '/',
    '/(en)/contact/page': '/contact',
    '/robots.txt/route': '/robots.txt',
    '/api/contact/route': '/api/contact',
  };
  build.write('app-path-routes-manifest.json', JSON.stringify(sources));
};

/** As Next leaves it, with one page to be deferred and one to stay as it is. */
beforeEach(() => {
  writeManifest({ '/': { initialRevalidateSeconds: false, dataRoute: '/index.rsc' } });
  writeRoutes();
  build.write('server/app/index.html', home);
  build.write('server/app/index.rsc', '<script>never()</script>');
  for (const page of otherPages) build.write(`server/app${page}.html`, home);
  build.write('static/chunks/page.js', imports);
  build.write('static/chunks/vitals.js', 'count("ttfb", 1)');
});

const readText = (file: string) => String(build.read(file));
const computeDigest = (content: string) => createHash('sha256').update(content).digest('hex');

test('the landing page is deferred, and no other page', () => {
  runFinishBuild();
  expect(readText('server/app/index.html')).toContain('<script type="text/x-component">1:data<');
  expect(readText('server/app/legal/privacy.html')).toBe(home);
  expect(readFinished()?.laterChunks).toEqual({
    '/_next/static/chunks/page.js': ['/_next/static/chunks/call.js'],
    '/_next/static/chunks/vitals.js': [],
  });
});

test('adds site-build.json to every function trace', () => {
  build.write('server/middleware.js.nft.json', '{"files":[]}');
  runFinishBuild();
  expect(readText('server/middleware.js.nft.json')).toBe('{"files":["../site-build.json"]}');
});

test('defers no page with HYDRATION=plain', () => {
  build.write('static/chunks/page.js', '');
  runFinishBuild(readIsDeferred({ HYDRATION: 'plain' }));
  expect(readText('server/app/index.html')).toBe(home);
  expect(readFinished()).not.toHaveProperty('laterChunks');
});

test('records the digest and inline scripts of each page, and the build’s settings', () => {
  runFinishBuild();
  const { pages, ...rest } = readFinished() ?? {};
  expect(rest).toMatchObject(madeFor);
  const deferred = readText('server/app/index.html');
  expect(pages).toEqual({
    '/': { sha256: computeDigest(deferred), inlineScripts: hashInlineScripts(deferred) },
    ...Object.fromEntries(
      otherPages.map((page) => [
        page,
        { sha256: computeDigest(home), inlineScripts: hashInlineScripts(home) },
      ]),
    ),
  });
  expect(pages?.['/']?.inlineScripts).not.toEqual(pages?.['/legal/privacy']?.inlineScripts);
});

test('records the addresses of files and of what is rendered per request', () => {
  writeManifest({ '/': { dataRoute: null }, '/robots.txt': { dataRoute: null } });
  runFinishBuild();
  const { files, routes, dynamicRoutes } = readFinished() ?? {};
  expect(files).toEqual(expect.arrayContaining(['/favicon.ico', '/fonts/bricolage-more-2.woff2']));
  expect(files).toContain('/robots.txt');
  expect(files).not.toContain('/');
  expect(routes).toEqual(['/contact', '/api/contact']);
  expect(dynamicRoutes).toEqual(['^/blog/([^/]+?)(?:/)?$']);
});

test('compresses text files under their digest and removes older copies', () => {
  const words = 'run() '.repeat(8 * 1024);
  build.write('static/chunks/large.js', words);
  build.write('static/chunks/styles.css', 'p {}'.repeat(99));
  build.write('static/media/font.woff2', words);
  build.write('server/app/robots.txt.body', 'User-agent: *\n'.repeat(9));
  build.write('server/app/page.js', `server ${words}`);
  build.write('compressed/old.br', 'old');
  runFinishBuild();
  const texts = [
    readText('server/app/index.html'),
    home,
    `//# allFunctionsCalledOnLoad\n${words}`,
    'p {}'.repeat(99),
    'User-agent: *\n'.repeat(9),
  ];
  const files = readdirSync(join(build.getPath(), 'compressed'));
  expect(files.sort()).toEqual(
    texts
      .flatMap((content) => [`${computeDigest(content)}.br`, `${computeDigest(content)}.gz`])
      .sort(),
  );
  for (const content of texts) {
    const copy = (extension: string) =>
      build.read(`compressed/${computeDigest(content)}.${extension}`);
    expect(String(brotliDecompressSync(copy('br')))).toBe(content);
    expect(String(gunzipSync(copy('gz')))).toBe(content);
  }
});

test.each([
  ['a landing page without hydration', 'server/app/index.html', createPage('home()'), /Before/],
  ['chunks whose imports cannot be read', 'static/chunks/page.js', 'load("call.js")', /import\(\)/],
  ['a server-only setting in a chunk', 'static/chunks/page.js', 'SUPABASE_SECRET_KEY', /settings/],
])('fails and writes no build record: %s', (_what, file, content, reason) => {
  build.write(file, content);
  expect(runFinishBuild).toThrow(reason);
  expect(readFinished()).toBeUndefined();
});

test('fails if the landing page was not prerendered', () => {
  build.remove('server/app/index.html');
  expect(runFinishBuild).toThrow('/ is to be deferred, but was not prerendered.');
});

test('fails with the names of pages that revalidate', () => {
  writeManifest({
    '/news': { initialRevalidateSeconds: 60, dataRoute: '/news.rsc' },
    '/feed.xml': { initialRevalidateSeconds: 60, dataRoute: null },
  });
  expect(runFinishBuild).toThrow(/per request: \/news$/);
  expect(readFinished()).toBeUndefined();
});

test('fails without the pages for unknown addresses and errors', () => {
  build.remove('server/app/_global-error.html');
  expect(runFinishBuild).toThrow('_global-error');
  expect(readFinished()).toBeUndefined();
});

test('large chunks get the compile hint once, small ones stay as they are', () => {
  const large = `run('${'é'.repeat(16 * 1024)}')`;
  build.write('static/chunks/large.js', large);
  build.write('static/chunks/small.js', 'run()');
  for (let time = 0; time < 2; time += 1) {
    addCompileHints(build.getPath());
    expect(String(build.read('static/chunks/large.js'))).toBe(
      `//# allFunctionsCalledOnLoad\n${large}`,
    );
    expect(String(build.read('static/chunks/small.js'))).toBe('run()');
  }
});

describe('the traces of functions', () => {
  const readTrace = (file: string) => JSON.parse(String(build.read(file))) as unknown;
  const add = () => addToTraces(build.getPath(), 'site-build.json');

  beforeEach(() => {
    build.write('server/middleware.js.nft.json', '{"version":1,"files":["chunks/a.js"]}');
    build.write('server/app/(en)/page.js.nft.json', '{"version":1,"files":["../../chunks/a.js"]}');
  });

  test('adds the file to every trace, relative to the trace', () => {
    add();
    expect(readTrace('server/middleware.js.nft.json')).toEqual({
      version: 1,
      files: ['chunks/a.js', '../site-build.json'],
    });
    expect(readTrace('server/app/(en)/page.js.nft.json')).toEqual({
      version: 1,
      files: ['../../chunks/a.js', '../../../site-build.json'],
    });
  });

  test('adds the file once when it runs twice', () => {
    add();
    add();
    expect(readTrace('server/middleware.js.nft.json')).toHaveProperty('files.length', 2);
  });

  test('leaves other files unchanged', () => {
    build.write('server/app/page.js', 'page()');
    build.write('server/pages-manifest.json', '{}');
    add();
    expect(String(build.read('server/app/page.js'))).toBe('page()');
    expect(String(build.read('server/pages-manifest.json'))).toBe('{}');
  });
});
