import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
import { findRandomFreePort } from '../../scripts/test/test-site';
import { Processes } from '../../local/processes';
import {
  loadPage,
  MAX_MARKUP_BYTES,
  MAX_SCRIPT_BYTES,
  sumScriptBytes,
  weighMarkupAndStyles,
} from '../../scripts/bench/weight';
import { browserArgs, ensureBrowser } from '../../scripts/tools/browser';
import { copyRepository } from '../support/copies';
import { startLite, type TestDatabase } from '../support/databases/databases';
import { pagePaths } from '../support/routes';
import { waitForCondition } from '../support/until';
import { createBareEnvironment } from '../vercel/deployment';
import { sendRequest } from '../vercel/functions';
import {
  applyAnotherBrand,
  OTHER_COLORS,
  OTHER_HOST,
  OTHER_SITE,
  readBrandColors,
} from './another-brand';
import { countPixels } from './count-pixels';
import { dropClaims } from './other-words';

jest.setTimeout(40 * 60_000);

const SITE = `https://${OTHER_HOST}`;
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

const [brandWord = ''] = site.brand.split(' ');
const [, mailDomain = ''] = site.contactMail.split('@');
const colors = [...new Set(readBrandColors('.'))];

let repositoryCopy: string;
/** By the steps of the guide, before `npm run brand`. */
let changedFiles: string[];
let browser: Browser;
let database: TestDatabase;
let alertReceiver: AlertReceiver;
let processes: Processes;
let origin: string;

const run = (...args: string[]) =>
  spawnSync(process.execPath, args, {
    cwd: repositoryCopy,
    encoding: 'utf8',
    env: createBareEnvironment({ SITE_URL: SITE, CHROMIUM_PATH: process.env.CHROMIUM_PATH ?? '' }),
  });
const runBrand = () => run('node_modules/tsx/dist/cli.mjs', 'scripts/brand/run.ts');

/** Builds the copy and serves it at `origin`. */
async function serveCopy(): Promise<void> {
  const build = run('scripts/run.mjs', 'scripts/build/build.ts');
  expect([build.status, build.stderr]).toEqual([0, expect.any(String)]);
  const port = await findRandomFreePort();
  origin = `http://127.0.0.1:${port}`;
  processes = new Processes();
  await processes.start({
    name: 'the site',
    args: [join(repositoryCopy, 'scripts/start.mjs')],
    env: createBareEnvironment({
      SITE_URL: SITE,
      PORT: String(port),
      LISTEN_HOST: '127.0.0.1',
      SUPABASE_URL: database.url,
      SUPABASE_SECRET_KEY: database.secretKey,
      VAPI_PUBLIC_KEY: 'a-public-key',
      VAPI_ASSISTANT_ID: 'demo',
      ALERT_WEBHOOK_URL: `${alertReceiver.url}/webhook`,
      ALERT_WEBHOOK_KIND: 'json',
      ALERT_SMTP_URL: alertReceiver.smtpUrl,
      ALERT_MAIL_TO: OTHER_SITE.contactMail,
    }),
    logFile: join(LOG_DIR, 'site.log'),
    ready: /"listening"/,
  });
}

beforeAll(async () => {
  rmSync(LOG_DIR, { recursive: true, force: true });
  mkdirSync(LOG_DIR, { recursive: true });
  repositoryCopy = copyRepository();
  const executablePath = await ensureBrowser();
  browser = await chromium.launch({ executablePath, args: browserArgs });
  [database, alertReceiver] = await Promise.all([startLite(), startAlertReceiver()]);
});

afterAll(async () => {
  await browser?.close();
  await processes?.stop();
  await alertReceiver?.close();
  await database?.stop();
  if (repositoryCopy) rmSync(repositoryCopy, { recursive: true, force: true });
});

test('redrawing the current brand reproduces the committed images', async () => {
  rmSync(join(repositoryCopy, 'app/brand.json'));
  expect(runBrand()).toMatchObject({ status: 0, stderr: '' });
  for (const file of [...PICTURES, CARD]) {
    const [drawn, committed] = await countBoth(file, readColor('accent'));
    // Another browser draws edges a little differently.
    expect(Math.abs(drawn / committed - 1)).toBeLessThan(0.05);
  }
  for (const file of ['app/icon.svg', 'components/ui/logo-mark.tsx', 'app/brand.json'])
    expect(readFileSync(join(repositoryCopy, file), 'utf8')).toBe(readFileSync(file, 'utf8'));
});

test('a palette with too little contrast is refused, and nothing is drawn', () => {
  const file = join(repositoryCopy, 'app/styles/tokens.css');
  const tokens = readFileSync(file, 'utf8');
  writeFileSync(file, tokens.replace(/--color-ink: [^;]+/, '--color-ink: var(--color-canvas)'));
  expect(runBrand()).toMatchObject({ status: 1, stdout: '' });
  writeFileSync(file, tokens.replace(/--color-ink: [^;]+/, `--color-ink: ${readColor('canvas')}`));
  const { status, stdout, stderr } = runBrand();
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain('ink on canvas 1.00, needs 4.5 (7 recommended)');
  writeFileSync(file, tokens);
});

test('a card without room for its words is refused, and nothing is drawn', () => {
  const file = join(repositoryCopy, 'lib/content/en.ts');
  const words = readFileSync(file, 'utf8');
  const refuse = (title: string) => {
    writeFileSync(file, words.replace('title: en.hero.title', `title: '${title}'`));
    expect(runBrand()).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'The card has no room for its words: shorten the brand or cardEn (en.ts).\n',
    });
  };
  refuse('Telefonassistenz '.repeat(20));
  refuse('Rindfleischetikettierungsüberwachungsaufgaben');
  writeFileSync(file, words);
});

describe('with another brand', () => {
  beforeAll(async () => {
    applyAnotherBrand(repositoryCopy);
    changedFiles = SOURCES.flatMap(listFiles).filter((file) => {
      const copied = join(repositoryCopy, file);
      return existsSync(copied) && !readFileSync(copied).equals(readFileSync(file));
    });
    expect(runBrand()).toMatchObject({ status: 0, stderr: '' });
    await serveCopy();
  });

  test('the guide names every file that an owner has changed, or its folder', () => {
    const guide = readFileSync('docs/make-it-yours.md', 'utf8');
    expect(changedFiles).toContain('lib/content/personal-cs.ts');
    const places = changedFiles.map((file) => file.replace(/^(lib\/content)\/.*/, '$1'));
    expect(places.filter((place) => !guide.includes(`\`${place}\``))).toEqual([]);
    expect(guide).toContain('npm run brand');
  });

  test('no built file and no source file contains the old brand', () => {
    const built = listFiles(join(repositoryCopy, '.next')).filter(
      (file) => !/\/\.next\/cache\//.test(file),
    );
    const sources = SOURCES.flatMap((folder) => listFiles(join(repositoryCopy, folder)));
    expect(built.length).toBeGreaterThan(100);
    const traces = [...built, ...sources].flatMap((file) =>
      findTraces(readFileSync(file, 'latin1')).map(
        (trace) => `${file.slice(repositoryCopy.length)}: ${trace}`,
      ),
    );
    expect(traces).toEqual([]);
  });

  test.each(PATHS)('%s contains only the new brand', async (path) => {
    const { status, headers, body } = await requestPath(path);
    const text = body.toString();
    expect(status).toBe(path === '/no-such-page' ? 404 : 200);
    expect(findTraces(`${JSON.stringify([...headers])}\n${text}`)).toEqual([]);
    const isPage = /html/.test(headers.get('content-type') ?? '');
    if (isPage) expect(text).toContain('Ringwell &amp; Söhne');
    if (isPage) expect(text).toContain('<meta name="color-scheme" content="light"/>');
    if (isPage) expect(text).toContain('<circle cx="12" cy="12" r="6" class="fill-on-accent"');
  });

  test('structured data, manifest, addresses and theme color have the new brand', async () => {
    const page = (await requestPath('/')).body.toString();
    const [, data = ''] =
      /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(page) ?? [];
    const graph = JSON.parse(data) as { '@graph': { name?: string; url?: string }[] };
    expect(graph['@graph'][0]).toMatchObject({ name: OTHER_SITE.brand, url: `${SITE}/` });
    const { canvas } = OTHER_COLORS;
    expect(page).toContain(`<meta name="theme-color" content="${canvas}"/>`);
    expect(JSON.parse((await requestPath('/manifest.webmanifest')).body.toString())).toMatchObject({
      name: OTHER_SITE.brand,
      short_name: OTHER_SITE.shortBrand,
      theme_color: canvas,
      background_color: canvas,
    });
    expect((await requestPath('/.well-known/security.txt')).body.toString()).toContain(
      OTHER_SITE.contactMail,
    );
    const notice = (await requestPath('/privacy')).body.toString();
    expect(notice).toContain(OTHER_SITE.controller.name);
    expect(notice).toContain(OTHER_SITE.controller.mail);
  });

  test('alerts and mails have the new brand', async () => {
    const response = await sendRequest(origin, {
      method: 'POST',
      path: '/api/contact',
      headers: {
        host: OTHER_HOST,
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
    expect(readFileSync(join(repositoryCopy, CARD)).equals(readFileSync(CARD))).toBe(false);
  });

  test('with every fact and other words, the landing page stays small', async () => {
    expect(JSON.stringify(OTHER_SITE)).not.toMatch(/""|\[\]/);
    const url = `${origin}/`;
    expect(sumScriptBytes(await loadPage(browser, url))).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
    expect(await weighMarkupAndStyles(url)).toBeLessThanOrEqual(MAX_MARKUP_BYTES);
  });

  test('the unit tests and the browser tests pass, without claims', () => {
    dropClaims(repositoryCopy);
    // Some tests ask Git for the files.
    for (const args of [
      ['init', '--quiet'],
      ['add', '--all'],
    ])
      spawnSync('git', args, { cwd: repositoryCopy });
    const { status, stdout } = spawnSync(
      process.execPath,
      ['scripts/run.mjs', 'scripts/test/main.ts', 'unit', 'browser'],
      { cwd: repositoryCopy, encoding: 'utf8', env: createBareEnvironment({ NODE_ENV: 'test' }) },
    );
    writeFileSync(join(LOG_DIR, 'tests.log'), stdout);
    expect({ status, failed: stdout.match(/^✗.*/gm) }).toEqual({ status: 0, failed: null });
    expect(stdout).toMatch(/^✓ unit: .* [1-9]\d{3} passed/m);
  });
});

const requestPath = (path: string) =>
  sendRequest(origin, { method: 'GET', path, headers: { host: OTHER_HOST } });

/** Counts the pixels of a color in the picture of the copy, and in the committed one. */
const countBoth = async (file: string, color: string): Promise<[number, number]> => [
  await countPixels(browser, join(repositoryCopy, file), color),
  await countPixels(browser, file, color),
];

function findTraces(text: string): string[] {
  const lower = text.toLowerCase();
  return [brandWord, mailDomain, site.brand, ...colors].filter((word) =>
    lower.includes(word.toLowerCase()),
  );
}

const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

function readColor(token: string): string {
  const tokens = readFileSync('app/styles/tokens.css', 'utf8');
  return new RegExp(`--color-${token}: (#[0-9a-f]{6});`).exec(tokens)?.[1] ?? '';
}
