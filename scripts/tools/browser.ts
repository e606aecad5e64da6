import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { programs } from './programs';

/** Chromium may run as root, contacts no host on its own and has a fake microphone. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-device-for-media-stream',
];
/** Grants the microphone without a prompt. */
export const microphoneGrantArg = '--use-fake-ui-for-media-stream';

/**
 * Debian's packages and programs of each engine. `shell` is Chromium without its user interface;
 * WebKitGTK's small browser needs a screen.
 */
const DEBIAN = {
  chromium: {
    packages: 'chromium fonts-liberation',
    programs: ['chromium', 'chromium-browser', 'google-chrome'],
  },
  shell: {
    packages: 'chromium-headless-shell fonts-liberation',
    programs: ['chromium-headless-shell'],
  },
  firefox: { packages: 'firefox-esr', programs: ['firefox-esr', 'firefox'] },
  webkit: { packages: 'webkit2gtk-driver xvfb', programs: ['WebKitWebDriver'] },
};
type Engine = keyof typeof DEBIAN;

const findFirstExisting = (paths: (string | undefined)[]) =>
  paths.find((path) => path && existsSync(path));

/** Finds the path of an engine that was installed from the system's packages. */
export function findEngine(engine: Engine): string | undefined {
  if (engine === 'webkit' && !existsSync('/usr/bin/Xvfb')) return undefined;
  return findFirstExisting(DEBIAN[engine].programs.map((program) => `/usr/bin/${program}`));
}

/** Finds the browser of benchmarks: `CHROMIUM_PATH`, Playwright's or the system's. */
export const findBrowser = (): string | undefined =>
  findFirstExisting([process.env.CHROMIUM_PATH, chromium.executablePath(), findEngine('chromium')]);

/** Finds the browser of tests with many pages: the headless shell takes half the time. */
export const findQuickBrowser = (): string | undefined =>
  findFirstExisting([process.env.CHROMIUM_PATH, findEngine('shell')]) ?? findBrowser();

/** @throws with what to install when there is no browser */
export function requireBrowser(): string {
  const found = findBrowser();
  if (found) return found;
  throw new Error(
    'No Chromium found. Run "npx playwright install chromium", or install your system’s packages ' +
      `(Debian: ${DEBIAN.chromium.packages}), or set CHROMIUM_PATH to a Chromium or Chrome.`,
  );
}

/**
 * Finds an engine, or installs it from the system's packages.
 *
 * @returns its path, undefined if it cannot be installed
 */
export async function ensureEngine(engine: Engine): Promise<string | undefined> {
  const find = engine === 'chromium' ? findBrowser : () => findEngine(engine);
  const install = `apt-get update -qq && apt-get install -y -qq ${DEBIAN[engine].packages}`;
  const attempts = [
    // Playwright's own Firefox and WebKit are patched builds that no visitor uses.
    engine === 'chromium' && [
      process.execPath,
      programs.playwright,
      'install',
      '--with-deps',
      'chromium',
    ],
    process.platform === 'linux' && ['sh', '-c', install],
    process.platform === 'linux' && ['sudo', '-n', 'sh', '-c', install],
  ].filter((attempt) => attempt !== false);
  for (const [command = '', ...args] of attempts) {
    const found = find();
    if (found) return found;
    console.log(`No ${engine} found; trying: ${[command, ...args].join(' ')}`);
    spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 600_000 });
  }
  return find();
}

/** Finds a browser, or installs one: Playwright's own where possible, otherwise the system's. */
export async function ensureBrowser(): Promise<string> {
  const found = await ensureEngine('chromium');
  // Playwright's own comes with its shell, and some systems have none.
  const names = DEBIAN.shell.packages.split(' ');
  const isPackaged = spawnSync('apt-cache', ['show', ...names], { stdio: 'ignore' }).status === 0;
  if (found?.startsWith('/usr/bin/') && isPackaged) await ensureEngine('shell');
  return found ?? requireBrowser();
}
