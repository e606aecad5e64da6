import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Start options of every Chromium here: works as root, asks no host of its own, has a fake microphone. */
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
/** Answers the question for the microphone by itself. */
export const grantMicrophone = '--use-fake-ui-for-media-stream';

const known = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * The browser for tests and measurements: `CHROMIUM_PATH`, Playwright's own, or one of the system.
 *
 * @returns {Promise<string | undefined>} its path, undefined when there is none
 */
export async function findBrowser() {
  const { chromium } = await import('@playwright/test');
  return [process.env.CHROMIUM_PATH, chromium.executablePath(), ...known].find(
    (path) => path && existsSync(path),
  );
}

/**
 * Finds a browser, or installs one: Playwright's own where it can be downloaded, else the system's package.
 *
 * @returns {Promise<string>} its path
 * @throws {Error} with what to install when neither can be had
 */
export async function ensureBrowser() {
  const attempts = [
    ['npx', 'playwright', 'install', '--with-deps', 'chromium'],
    ['sh', '-c', 'apt-get update -qq && apt-get install -y -qq chromium'],
    ['sudo', '-n', 'sh', '-c', 'apt-get update -qq && apt-get install -y -qq chromium'],
  ];
  for (const [command = '', ...args] of attempts) {
    const found = await findBrowser();
    if (found) return found;
    console.log(`No Chromium found; trying: ${[command, ...args].join(' ')}`);
    spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 600_000 });
  }
  const found = await findBrowser();
  if (found) return found;
  throw new Error('No Chromium could be installed. Install one and set CHROMIUM_PATH to it.');
}
