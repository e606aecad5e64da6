// Ends the parts of the command that started it if the command is killed and cannot end them. The
// command sends their process ids over IPC.
import { signalAll, signalTree } from './process-tree.mjs';

/** @type {Set<number>} */
const parts = new Set();

process.on('message', (/** @type {{ add?: number, remove?: number }} */ message) => {
  if (message.add !== undefined) parts.add(message.add);
  if (message.remove !== undefined) parts.delete(message.remove);
});

process.on('disconnect', async () => {
  if (parts.size === 0) process.exit();
  const trees = await Promise.all([...parts].map((pid) => signalTree(pid, 'SIGTERM')));
  setTimeout(() => {
    signalAll(trees.flat(), 'SIGKILL');
    process.exit();
  }, 3000);
});

// At Ctrl-C the command ends its parts itself, and disconnects then.
process.on('SIGINT', () => {});
