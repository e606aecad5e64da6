import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { watchParentExit } from './watch-parent.mjs';

const server = new URL('../.next/site-server/start.mjs', import.meta.url);
if (!existsSync(server)) {
  // An error with a code is of the import: the development packages are missing.
  const sentence = await requireSettings().catch(({ code, message }) => !code && message);
  console.error(sentence || 'There is no finished build. Run "npm run build" first.');
  process.exit(1);
}
// npm does not pass on every signal, so this process checks whether npm has ended.
if (process.env.npm_lifecycle_event) watchParentExit(() => process.kill(process.pid, 'SIGTERM'));
await import(server.href);

/** Without a build, the sources tell what is wrong with the settings. */
async function requireSettings() {
  process.chdir(join(import.meta.dirname, '..'));
  const { register } = await import('tsx/esm/api');
  register();
  (await import('../lib/settings/load-settings.ts')).requireSettings();
}
