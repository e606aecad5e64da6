import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Stack, type StackOptions, startStack } from '../../local/stack';
import { TEST_DIST_DIR, getTestPort } from './test-site';

export type TestStack = Stack & { dataDir: string };

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
