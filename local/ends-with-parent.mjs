// Loaded into every Node that a part starts, so that none of them outlives a part that was killed.
// The part itself has time to end in order: the reaper signals it.
import { isMainThread } from 'node:worker_threads';
import { onceParentIsGone } from '../server/parent.mjs';

if (isMainThread) onceParentIsGone(() => setTimeout(() => process.exit(), 3000));
