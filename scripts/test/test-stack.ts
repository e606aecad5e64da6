import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Stack, type StackOptions, startStack } from '../../local/stack';
import { TEST_DIST_DIR, getTestPort } from './test-site';

/**
 * Serves the build that the tests share on a stack of its own; nothing of `npm run local` is
 * touched.
 *
 * @param name begins the name of its data folder, which `stop` removes
 */
export async function startTestStack(
  name: string,
  options: Partial<StackOptions> = {},
): Promise<Stack & { dataDir: string }> {
  mkdirSync('.data', { recursive: true });
  const dataDir = mkdtempSync(join('.data', `${name}-`));
  const stack = await startStack({
    mode: 'production',
    dataDir,
    distDir: TEST_DIST_DIR,
    port: await getTestPort(),
    say: (line) => console.log(line),
    ...options,
  });
  const stop = async () => {
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...stack, dataDir, stop };
}
