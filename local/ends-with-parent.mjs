// Every Node process of a part loads this file, so that none outlives a parent that was killed. It
// gets a SIGTERM, and three seconds to end in order.
import { isMainThread } from 'node:worker_threads';
import { watchParentExit } from '../scripts/watch-parent.mjs';

if (isMainThread)
  watchParentExit(() => {
    setTimeout(() => process.exit(), 3000);
    process.kill(process.pid, 'SIGTERM');
  });
