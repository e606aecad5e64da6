import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import {
  addCompileHints,
  encodePath,
  finishBuild,
  hashInlineScripts,
} from '@/scripts/build/finish-build';
import { normalizePath } from '@/lib/site/routing';
import { readSiteBuild } from '@/lib/site/site-build';
import { setUpBuildFolder } from './build-folder';

const build = setUpBuildFolder();
const settings = { SITE_URL: 'https://example.com', HSTS: 'max-age=1', RETENTION_MONTHS: 12 };
const runFinishBuild = () => finishBuild(build.getPath(), settings);
const readFinished = () => readSiteBuild(build.getPath());
const writeManifest = (routes: Record<string, unknown>) =>
  build.write('prerender-manifest.json', JSON.stringify({ routes }));
const createPage = (code: string) =>
  `<body><script>${code}</script>${'<p>A paragraph.</p>'.repeat(9)}</body>`;
const home = createPage('home()');
const otherPage = createPage('other()');
const otherPages = ['/_global-error', '/_not-found', '/legal/privacy'];

const writeRoutes = () => {
  const paths = ['/', '/robots.txt', '/contact', '/api/contact'];
  const staticRoutes = paths.map((page) => ({ page, regex: `^${page}(?:/)?$` }));
  const dynamicRoutes = [{ page: '/blog/[post]', regex: '^/blog/([^/]+?)(?:/)?$' }];
  build.write('routes-manifest.json', JSON.stringify({ staticRoutes, dynamicRoutes }));
};

/** As Next leaves it. */
beforeEach(() => {
  writeManifest({ '/': { initialRevalidateSeconds: false } });
  writeRoutes();
  build.write('server/app/index.html', home);
  build.write('server/app/index.rsc', '<script>never()</script>');
  for (const page of otherPages) build.write(`server/app${page}.html`, otherPage);
  build.write('static/chunks/page.js', 'run()');
});

const readText = (file: string) => String(build.read(file));
const computeDigest = (content: string) => createHash('sha256').update(content).digest('hex');

test('adds site-build.json to every function trace, and changes no other file', () => {
  build.write('server/middleware.js.nft.json', '{"version":1,"files":["chunks/a.js"]}');
  build.write('server/app/(en)/page.js.nft.json', '{"version":1,"files":["../../chunks/a.js"]}');
  build.write('server/pages-manifest.json', '{}');
  runFinishBuild();
  expect(JSON.parse(readText('server/middleware.js.nft.json'))).toEqual({
    version: 1,
    files: ['chunks/a.js', '../site-build.json'],
  });
  expect(JSON.parse(readText('server/app/(en)/page.js.nft.json'))).toEqual({
    version: 1,
    files: ['../../chunks/a.js', '../../../site-build.json'],
  });
  expect(readText('server/pages-manifest.json')).toBe('{}');
});

test('records the digest and inline scripts of each page, and the build’s settings', () => {
  runFinishBuild();
  const { pages, ...rest } = readFinished() ?? {};
  expect(rest).toMatchObject({ settings });
  const describe = (html: string) => ({
    sha256: computeDigest(html),
    inlineScripts: hashInlineScripts(html),
  });
  expect(pages).toEqual({
    '/': describe(home),
    ...Object.fromEntries(otherPages.map((page) => [page, describe(otherPage)])),
  });
  expect(pages?.['/']?.inlineScripts).not.toEqual(pages?.['/legal/privacy']?.inlineScripts);
});

test('records the addresses of files and of what is rendered per request', () => {
  writeManifest({ '/': {}, '/robots.txt': { initialRevalidateSeconds: 60 } });
  runFinishBuild();
  const { files, routes } = readFinished() ?? {};
  expect(files).toEqual(expect.arrayContaining(['/favicon.ico', '/fonts/bricolage-more-2.woff2']));
  expect(files).toContain('/robots.txt');
  expect(files).not.toContain('/');
  expect(routes).toEqual(['^/contact(?:/)?$', '^/api/contact(?:/)?$', '^/blog/([^/]+?)(?:/)?$']);
});

test('compresses text files under their digest', () => {
  const words = 'run() '.repeat(8 * 1024);
  build.write('static/chunks/large.js', words);
  build.write('static/chunks/styles.css', 'p {}'.repeat(99));
  build.write('static/media/font.woff2', words);
  build.write('server/app/robots.txt.body', 'User-agent: *\n'.repeat(9));
  build.write('server/app/page.js', `server ${words}`);
  runFinishBuild();
  const texts = [
    home,
    otherPage,
    `//# allFunctionsCalledOnLoad\n${words}`,
    'p {}'.repeat(99),
    'User-agent: *\n'.repeat(9),
  ];
  const files = readdirSync(join(build.getPath(), 'compressed'));
  expect(files.sort()).toEqual(
    texts
      .flatMap((content) => [`${computeDigest(content)}.br`, `${computeDigest(content)}.gzip`])
      .sort(),
  );
  for (const content of texts) {
    const copy = (extension: string) =>
      build.read(`compressed/${computeDigest(content)}.${extension}`);
    expect(String(brotliDecompressSync(copy('br')))).toBe(content);
    expect(String(gunzipSync(copy('gzip')))).toBe(content);
  }
});

test('fails with the name of a page that revalidates', () => {
  build.write('server/app/news.html', otherPage);
  writeManifest({ '/news': { initialRevalidateSeconds: 60 } });
  expect(runFinishBuild).toThrow(/per request: \/news$/);
  expect(readFinished()).toBeUndefined();
});

describe('the hashes of inline scripts', () => {
  const hashCode = (code: string) => `sha256-${createHash('sha256').update(code).digest('base64')}`;

  test('are of the unchanged code, each once, in order', () => {
    const html = `<script>one()</script><SCRIPT id="x">two('é')\n</SCRIPT><script>one()</script>`;
    expect(hashInlineScripts(html)).toEqual([hashCode('one()'), hashCode("two('é')\n")]);
  });

  test('leave out external scripts and data blocks', () => {
    const html =
      '<script src="/a.js" async=""></script><script type="application/ld+json">{}</script>' +
      '<script data-src="x">run()</script><script type="module">load()</script>';
    expect(hashInlineScripts(html)).toEqual([hashCode('run()'), hashCode('load()')]);
  });
});

test('large chunks get the compile hint, small ones stay as they are', () => {
  const large = `run('${'é'.repeat(16 * 1024)}')`;
  build.write('static/chunks/large.js', large);
  build.write('static/chunks/small.js', 'run()');
  addCompileHints(build.getPath());
  expect(readText('static/chunks/large.js')).toBe(`//# allFunctionsCalledOnLoad\n${large}`);
  expect(readText('static/chunks/small.js')).toBe('run()');
});

test.each([
  ['team photo.jpg', '/team%20photo.jpg'],
  ['tým/č#1?.jpg', '/t%C3%BDm/%C4%8D%231%3F.jpg'],
  ['100%~@2x.jpg', '/100%25~@2x.jpg'],
])('the file %s of public is recorded as %s, as requests are read', (file, path) => {
  expect(encodePath(file)).toBe(path);
  const requested = new URL(encodeURI(file).replace(/[?#]/g, encodeURIComponent), 'https://a.b/');
  expect(normalizePath(requested.pathname)).toBe(path);
});
