/** @jest-environment node */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { readStamp } from '@/scripts/build/build-stamp.mjs';
import { finishBuild, hashInlineScripts } from '@/scripts/build/finish-build.mjs';

const sha256 = (code: string) => `sha256-${createHash('sha256').update(code).digest('base64')}`;
const stamp = { siteUrl: 'https://example.com' };
let distDir: string;

beforeEach(() => (distDir = mkdtempSync(join(tmpdir(), 'build-'))));
afterEach(() => rmSync(distDir, { recursive: true, force: true }));

function write(file: string, content: string) {
  mkdirSync(dirname(join(distDir, file)), { recursive: true });
  writeFileSync(join(distDir, file), content);
}

const manifest = (routes: Record<string, unknown>) =>
  write('prerender-manifest.json', JSON.stringify({ routes }));

test('inline scripts are hashed as they stand, each once, in order', () => {
  const html = `<script>one()</script><SCRIPT id="x">two('é')\n</SCRIPT><script>one()</script>`;
  expect(hashInlineScripts(html)).toEqual([sha256('one()'), sha256("two('é')\n")]);
});

test('scripts from files and data blocks need no hash', () => {
  const html =
    '<script src="/a.js" async=""></script><script type="application/ld+json">{}</script>' +
    '<script data-src="x">run()</script><script type="module">load()</script>';
  expect(hashInlineScripts(html)).toEqual([sha256('run()'), sha256('load()')]);
});

test('a finished build knows the hashes of each page by its path, what imports what, and what it was made for', () => {
  manifest({ '/': { initialRevalidateSeconds: false, dataRoute: '/index.rsc' } });
  write('server/app/index.html', '<script>home()</script>');
  write('server/app/legal/privacy.html', '<p>No script</p>');
  write('server/app/index.rsc', '<script>never()</script>');
  const fetching = (...names: string[]) =>
    `7,e=>{e.v(t=>Promise.all([${names.map((name) => `"static/chunks/${name}.js"`).join()}].map(t=>e.l(t))))}`;
  write('static/chunks/page.js', fetching('call', 'words'));
  write('static/chunks/call.js', `${fetching('voice')},${fetching('words')}`);
  write('static/chunks/voice.js', '');
  write('static/chunks/words.js', '');
  write('static/chunks/styles.css', '');
  finishBuild(distDir, stamp);
  const written = (file: string): unknown => JSON.parse(readFileSync(join(distDir, file), 'utf8'));
  expect(written('inline-scripts.json')).toEqual({
    '/': [sha256('home()')],
    '/legal/privacy': [],
  });
  const at = (name: string) => `/_next/static/chunks/${name}.js`;
  expect(written('imports.json')).toEqual({
    [at('page')]: [at('call'), at('voice'), at('words')],
    [at('call')]: [at('voice'), at('words')],
    [at('voice')]: [],
    [at('words')]: [],
  });
  expect(readStamp(distDir)).toEqual(stamp);
});

test('pages, scripts and styles are kept compressed as they will be sent; what an earlier build left is gone', () => {
  manifest({});
  write('server/app/index.html', '<p>home</p>');
  write('server/app/legal/privacy.html', '<p>privacy</p>');
  write('static/chunks/large.js', 'run() '.repeat(8 * 1024));
  write('static/chunks/styles.css', 'p {}');
  write('static/media/font.woff2', 'font');
  write('brotli/_next/static/chunks/old.js', 'old');
  finishBuild(distDir, stamp);
  const copies = Object.fromEntries(
    readdirSync(join(distDir, 'brotli'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.\w+$/.test(file))
      .map((file) => [
        file,
        brotliDecompressSync(readFileSync(join(distDir, 'brotli', file))).toString(),
      ]),
  );
  expect(copies).toEqual({
    'index.html': '<p>home</p>',
    'legal/privacy.html': '<p>privacy</p>',
    '_next/static/chunks/large.js': `//# allFunctionsCalledOnLoad\n${'run() '.repeat(8 * 1024)}`,
    '_next/static/chunks/styles.css': 'p {}',
  });
});

test('large scripts ask to be compiled ahead, once; small ones stay as they are', () => {
  manifest({});
  const large = `run('${'é'.repeat(16 * 1024)}')`;
  mkdirSync(join(distDir, 'server/app'), { recursive: true });
  write('static/chunks/large.js', large);
  write('static/chunks/small.js', 'run()');
  const read = (name: string) => readFileSync(join(distDir, 'static/chunks', name), 'utf8');
  for (let build = 0; build < 2; build += 1) {
    finishBuild(distDir, stamp);
    expect(read('large.js')).toBe(`//# allFunctionsCalledOnLoad\n${large}`);
    expect(read('small.js')).toBe('run()');
  }
});

test('a page that revalidates is refused by name, and the build stays unfinished', () => {
  manifest({
    '/news': { initialRevalidateSeconds: 60, dataRoute: '/news.rsc' },
    '/feed.xml': { initialRevalidateSeconds: 60, dataRoute: null },
  });
  write('server/app/news.html', '');
  expect(() => finishBuild(distDir, stamp)).toThrow(/per request: \/news$/);
  expect(readStamp(distDir)).toBeUndefined();
});
