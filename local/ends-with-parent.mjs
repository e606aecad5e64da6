// Every Node process of a part loads this file, so that none outlives a part that was killed. The
// delay lets the part itself end in order when the reaper signals it.
import { isMainThread } from 'node:worker_threads';
import { onParentExit } from '../server/parent.mjs';

if (isMainThread) onParentExit(() => setTimeout(() => process.exit(), 3000));
