import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { watchParentExit } from './watch-parent.mjs';

process.chdir(join(import.meta.dirname, '..'));
const server = new URL('../.next/site-server/start.mjs', import.meta.url);
if (!existsSync(server)) {
  console.error('There is no finished build. Run "npm run build" first.');
  process.exit(1);
}
// npm does not pass on every signal, so this process checks whether npm has ended.
if (process.env.npm_lifecycle_event) watchParentExit(() => process.kill(process.pid, 'SIGTERM'));
await import(server.href);
