import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Processes } from '../../local/processes';
import { startSite } from '../../local/site';
import { type Stack, type StackOptions, startStack } from '../../local/stack';
import { findRandomFreePort, TEST_DIST_DIR, getTestPort, getTestSiteUrl } from './test-site';

type TestStack = Stack & { dataDir: string };

/**
 * Serves the build that the tests share on a stack of its own; nothing of `npm run local` is
 * touched.
 *
 * @param name begins the name of its data folder, which `stop` removes
 */
export async function startTestStack(
  name: string,
  options: Partial<StackOptions> = {},
): Promise<TestStack> {
  mkdirSync('.data', { recursive: true });
  const dataDir = mkdtempSync(join('.data', `${name}-`));
  const stack = await startStack({
    dataDir,
    distDir: TEST_DIST_DIR,
    port: await getTestPort(),
    ...options,
  });
  const stop = async () => {
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...stack, dataDir, stop };
}

/** A further instance of the build that the tests share. */
export interface Instance {
  port: number;
  url: string;
  pid: number;
  readLog: () => string;
  /** Sends SIGTERM, as a host does, and waits for the end. */
  stop: () => Promise<void>;
}

/** Starts an instance with these settings and a log in `dataDir`. */
export async function startInstance(
  dataDir: string,
  settings: Record<string, string>,
): Promise<Instance> {
  const port = await findRandomFreePort();
  const processes = new Processes();
  const logDir = join(dataDir, `site-${port}`);
  await startSite(processes, {
    port,
    // The build was made for this address. On loopback, any other port is accepted, too.
    siteUrl: await getTestSiteUrl(),
    distDir: TEST_DIST_DIR,
    settings,
    logDir,
  });
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    pid: processes.pids[0] ?? 0,
    readLog: () => readFileSync(join(logDir, 'site.log'), 'utf8'),
    stop: () => processes.stop(),
  };
}
