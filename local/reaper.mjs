// Ends the children of the command that started it, when that was killed (kill -9) and could not do so itself.
// It is told of process groups over IPC.
/** @type {Set<number>} */
const groups = new Set();

process.on('message', (/** @type {{ add?: number, remove?: number }} */ message) => {
  if (message.add !== undefined) groups.add(message.add);
  if (message.remove !== undefined) groups.delete(message.remove);
});

process.on('disconnect', () => {
  signal('SIGTERM');
  setTimeout(() => {
    signal('SIGKILL');
    process.exit();
  }, 3000);
});

// Ctrl-C is for the command, which then disconnects from this process.
process.on('SIGINT', () => {});

/** @param {NodeJS.Signals} name */
function signal(name) {
  for (const group of groups) {
    try {
      process.kill(-group, name);
    } catch {
      groups.delete(group);
    }
  }
  if (groups.size === 0) process.exit();
}
