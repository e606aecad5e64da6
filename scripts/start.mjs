import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { watchParentExit } from './watch-parent.mjs';

const server = new URL('../.next/site-server/start.mjs', import.meta.url);
if (!existsSync(server)) {
  const problem = await findMissingSettings().catch(
    // Without the development packages nobody can tell.
    ({ code, message }) => (code ? undefined : message),
  );
  console.error(problem ?? 'There is no finished build. Run "npm run build" first.');
  process.exit(1);
}
// npm does not pass on every signal, so this process checks whether npm has ended.
if (process.env.npm_lifecycle_event) watchParentExit(() => process.kill(process.pid, 'SIGTERM'));
await import(server.href);

/** Without a build, the sources tell which settings are missing. */
async function findMissingSettings() {
  process.chdir(join(import.meta.dirname, '..'));
  const { register } = await import('tsx/esm/api');
  register();
  const { loadRequiredSettings } = await import('../lib/settings/load-settings.ts');
  return loadRequiredSettings();
}
