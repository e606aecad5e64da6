// Every Node process of a part loads this file, so that none outlives a part that was killed. The
// delay lets the part itself end in order when the reaper signals it.
import { isMainThread } from 'node:worker_threads';
import { watchParentExit } from '../../scripts/watch-parent.mjs';

if (isMainThread) watchParentExit(() => setTimeout(() => process.exit(), 3000));
