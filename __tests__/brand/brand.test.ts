import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { buildForm } from '@/__tests__/support/contact-form';
import { site } from '@/lib/content/site';
import {
  type Alert,
  type AlertReceiver,
  type Mail,
  startAlertReceiver,
} from '../../local/alert-receiver';
import {
  loadPage,
  MAX_MARKUP_BYTES,
  MAX_SCRIPT_BYTES,
  sumScriptBytes,
  weighMarkupAndStyles,
} from '../../scripts/bench/weight';
import { browserArgs, ensureBrowser } from '../../scripts/tools/browser';
import { startLite, type TestDatabase } from '../support/databases/databases';
import { pagePaths } from '../support/routes';
import { waitForCondition } from '../support/until';
import { applyAnotherBrand, OTHER_COLORS, OTHER_SITE, TOKENS } from './another-brand';
import { CopiedSite, listFiles, SITE } from './copied-site';
import { countPixels } from './count-pixels';
import { dropClaims } from './other-words';

jest.setTimeout(40 * 60_000);

const LOG_DIR = join('.data', 'brand');
const PICTURES = ['public/icon-192.png', 'public/icon-512.png', 'app/apple-icon.png'];
const CARD = 'public/card.jpg';
const PATHS = [
  ...[...pagePaths, '/outreach?contact_name=Jana&vapi_assistant_id=demo', '/no-such-page'],
  ...['/robots.txt', '/sitemap.xml', '/manifest.webmanifest', '/.well-known/security.txt'],
  '/icon.svg',
];
/** Folders that the product is made of, and its stand-ins for services. */
const SOURCES = ['app', 'components', 'lib', 'local', 'public', 'scripts', 'server', 'supabase'];
const CACHE = '/.next/cache/';
/** The doctor looks for the old name on an owner's pages. */
const ALLOWED_LINE = /^const DELIVERED_BRAND = .*$/m;

const [brandWord = ''] = site.brand.split(' ');
const [, mailDomain = ''] = site.contactMail.split('@');
const tokens = readFileSync(TOKENS, 'utf8');
const colors = [...new Set(tokens.match(/#[0-9a-f]{6}\b/g))];

let copy: CopiedSite;
/** By the steps of the guide, before `npm run brand`. */
let changedFiles: string[];
let browser: Browser;
let database: TestDatabase;
let alertReceiver: AlertReceiver;

beforeAll(async () => {
  rmSync(LOG_DIR, { recursive: true, force: true });
  mkdirSync(LOG_DIR, { recursive: true });
  copy = new CopiedSite();
  const executablePath = await ensureBrowser();
  browser = await chromium.launch({ executablePath, args: browserArgs });
  [database, alertReceiver] = await Promise.all([startLite(), startAlertReceiver()]);
});

afterEach(() => copy.undoChanges());

afterAll(async () => {
  await browser?.close();
  await copy?.remove();
  await alertReceiver?.close();
  await database?.stop();
});

test('redrawing the current brand reproduces the committed images', async () => {
  rmSync(copy.getPath('app/brand.json'));
  expect(copy.runBrand()).toMatchObject({ status: 0, stderr: '' });
  for (const file of [...PICTURES, CARD]) {
    const [drawn, committed] = await countBoth(file, readColor('accent'));
    // Another browser draws edges a little differently.
    expect(Math.abs(drawn / committed - 1)).toBeLessThan(0.05);
  }
  for (const file of ['app/icon.svg', 'components/ui/logo-mark.tsx', 'app/brand.json'])
    expect(readFileSync(copy.getPath(file), 'utf8')).toBe(readFileSync(file, 'utf8'));
});

test.each([
  ['var(--color-canvas)', 'no opaque color'],
  [readColor('canvas'), 'ink on canvas 1.00, needs 4.5 (7 recommended)'],
])('ink of the color %s is refused, and nothing is drawn', (color, sentence) => {
  copy.change(TOKENS, (text) => text.replace(/--color-ink: [^;]+/, `--color-ink: ${color}`));
  const { status, stdout, stderr } = copy.runBrand();
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain(sentence);
});

test.each(['Telefonassistenz '.repeat(20), 'Rindfleischetikettierungsüberwachungsaufgaben'])(
  'a card without room for “%s” is refused, and nothing is drawn',
  (title) => {
    copy.change('lib/content/en.ts', (text) =>
      text.replace('title: en.hero.title', `title: '${title}'`),
    );
    expect(copy.runBrand()).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'The card has no room for its words: shorten the brand or cardEn (en.ts).\n',
    });
  },
);

describe('with another brand', () => {
  beforeAll(async () => {
    applyAnotherBrand(copy.folder);
    changedFiles = SOURCES.flatMap(listFiles).filter((file) => {
      const copied = copy.getPath(file);
      return existsSync(copied) && !readFileSync(copied).equals(readFileSync(file));
    });
    expect(copy.runBrand()).toMatchObject({ status: 0, stderr: '' });
    await copy.serve(database, alertReceiver, join(LOG_DIR, 'site.log'));
  });

  test('the guide names every file that an owner has changed, or its folder', () => {
    const guide = readFileSync('docs/make-it-yours.md', 'utf8');
    expect(changedFiles).toContain('lib/content/personal-cs.ts');
    const places = changedFiles.map((file) => file.replace(/^(lib\/content)\/.*/, '$1'));
    expect(places.filter((place) => !guide.includes(`\`${place}\``))).toEqual([]);
    expect(guide).toContain('npm run brand');
  });

  test('no built file and no source file contains the old brand', () => {
    const list = (folder: string) =>
      listFiles(copy.getPath(folder)).filter((file) => !file.includes(CACHE));
    const built = list('.next');
    expect(built.length).toBeGreaterThan(100);
    expect(colors.length).toBeGreaterThan(10);
    const traces = [...built, ...SOURCES.flatMap(list)].flatMap((file) =>
      findTraces(readFileSync(file, 'latin1').replace(ALLOWED_LINE, '')).map(
        (trace) => `${file.slice(copy.folder.length)}: ${trace}`,
      ),
    );
    expect(traces).toEqual([]);
  });

  test.each(PATHS)('%s contains only the new brand', async (path) => {
    const { status, headers, body } = await copy.request(path);
    const text = body.toString();
    expect(status).toBe(path === '/no-such-page' ? 404 : 200);
    expect(findTraces(`${JSON.stringify([...headers])}\n${text}`)).toEqual([]);
    const isPage = /html/.test(headers.get('content-type') ?? '');
    if (isPage) expect(text).toContain('Ringwell &amp; Söhne');
    if (isPage) expect(text).toContain('<meta name="color-scheme" content="light"/>');
    if (isPage) expect(text).toContain('<circle cx="12" cy="12" r="6" class="fill-on-accent"');
  });

  test('structured data, manifest, addresses and theme color have the new brand', async () => {
    const page = (await copy.request('/')).body.toString();
    const [, data = ''] =
      /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(page) ?? [];
    const graph = JSON.parse(data) as { '@graph': { name?: string; url?: string }[] };
    expect(graph['@graph'][0]).toMatchObject({ name: OTHER_SITE.brand, url: `${SITE}/` });
    const { canvas } = OTHER_COLORS;
    expect(page).toContain(`<meta name="theme-color" content="${canvas}"/>`);
    const manifest = (await copy.request('/manifest.webmanifest')).body.toString();
    expect(JSON.parse(manifest)).toMatchObject({
      name: OTHER_SITE.brand,
      short_name: OTHER_SITE.shortBrand,
      theme_color: canvas,
      background_color: canvas,
    });
    const contact = (await copy.request('/.well-known/security.txt')).body.toString();
    expect(contact).toContain(OTHER_SITE.contactMail);
    const notice = (await copy.request('/privacy')).body.toString();
    expect(notice).toContain(OTHER_SITE.controller.name);
    expect(notice).toContain(OTHER_SITE.controller.mail);
  });

  test('alerts and mails have the new brand', async () => {
    const response = await copy.request('/api/contact', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: SITE,
        'sec-fetch-site': 'same-origin',
      },
      body: JSON.stringify(buildForm()),
    });
    expect(response.status).toBe(201);
    const fetchReceived = async <Item>(what: string) =>
      (await (await fetch(`${alertReceiver.url}/${what}`)).json()) as Item[];
    await waitForCondition(async () => (await fetchReceived('mails')).length === 2, 'two mails');
    await waitForCondition(async () => (await fetchReceived('alerts')).length === 1, 'an alert');
    const [mails, alerts] = await Promise.all([
      fetchReceived<Mail>('mails'),
      fetchReceived<Alert>('alerts'),
    ]);
    expect(findTraces(JSON.stringify([mails, alerts]))).toEqual([]);
    const thanks = mails.find(({ to }) => to.includes('eva@example.com'));
    expect(thanks?.text).toContain(`${OTHER_SITE.brand}\n${SITE}`);
    expect(mails.every(({ from }) => from.includes(OTHER_SITE.contactMail))).toBe(true);
  });

  test('icons and social card have the new colors', async () => {
    const [old, accent] = [readColor('accent'), OTHER_COLORS['accent']!];
    for (const file of [...PICTURES, CARD, 'app/icon.svg'])
      // A few may be like it where colors blend.
      expect((await countBoth(file, old))[0]).toBeLessThan(10);
    for (const file of PICTURES) expect((await countBoth(file, accent))[0]).toBeGreaterThan(10_000);
    expect(readFileSync(copy.getPath(CARD)).equals(readFileSync(CARD))).toBe(false);
  });

  // weight.spec.ts, which the next test runs on the copy, weighs it without claims.
  test('with every fact and claim, the landing page stays small', async () => {
    expect(JSON.stringify(OTHER_SITE)).not.toMatch(/""|\[\]/);
    const url = `${copy.origin}/`;
    expect(sumScriptBytes(await loadPage(browser, url))).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
    expect(await weighMarkupAndStyles(url)).toBeLessThanOrEqual(MAX_MARKUP_BYTES);
  });

  test('the unit tests and the browser tests pass, without claims', () => {
    dropClaims(copy.folder);
    // Some tests ask Git for the files.
    for (const args of [
      ['init', '--quiet'],
      ['add', '--all'],
    ])
      spawnSync('git', args, { cwd: copy.folder });
    const args = ['scripts/run.mjs', 'scripts/test/main.ts', 'unit', 'browser'];
    const { status, stdout } = copy.run(args, { NODE_ENV: 'test' });
    writeFileSync(join(LOG_DIR, 'tests.log'), stdout);
    expect({ status, failed: stdout.match(/^✗.*/gm) }).toEqual({ status: 0, failed: null });
    expect(stdout).toMatch(/^✓ unit: .* [1-9]\d{3} passed/m);
  });
});

/** Counts the pixels of a color in the picture of the copy, and in the committed one. */
const countBoth = async (file: string, color: string): Promise<[number, number]> => [
  await countPixels(browser, copy.getPath(file), color),
  await countPixels(browser, file, color),
];

function findTraces(text: string): string[] {
  const lower = text.toLowerCase();
  return [brandWord, mailDomain, site.brand, ...colors].filter((word) =>
    lower.includes(word.toLowerCase()),
  );
}

function readColor(token: string): string {
  return new RegExp(`--color-${token}: (#[0-9a-f]{6});`).exec(tokens)?.[1] ?? '';
}
