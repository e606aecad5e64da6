// Outlives the command that started it just long enough to end that command's children when it was
// killed without a chance to do so itself (kill -9). Told of process groups over IPC.
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

// The terminal's Ctrl-C is for the command, which then lets this process go by itself.
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
