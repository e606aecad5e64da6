const LOOPBACK = ['localhost', '127.0.0.1', '::1', '[::1]'];

/** Whether a hostname, as `URL` writes it, is this machine. */
export const isLoopback = (/** @type {string} */ hostname) =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(hostname);

// https://nodejs.org/api/cli.html#node_use_env_proxy1
/** A proxy elsewhere could not reach what listens here. Also for processes that this one starts. */
export function exemptLoopbackFromProxy(/** @type {NodeJS.ProcessEnv} */ variables = process.env) {
  // The name in lower case wins.
  const name = variables.no_proxy === undefined ? 'NO_PROXY' : 'no_proxy';
  const hosts = (variables[name] ?? '').split(/[\s,]+/).filter(Boolean);
  if (hosts.includes('*')) return;
  variables[name] = [...new Set([...hosts, ...LOOPBACK])].join(',');
}
