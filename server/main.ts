// The production server. The local stack and the tests run it, too.

/** How long open requests may take to finish after SIGTERM. */
const DRAIN_TIMEOUT_MS = 10_000;

/** @type {Awaited<ReturnType<typeof import('./site-server.ts').startSite>> | undefined} */
let site;
let isStopping = false;
// Before any import: the kernel drops signals that a container's first process does not handle.
for (const signal of /** @type {const} */ ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    // Ctrl-C reaches this process twice, because npm passes it on.
    if (isStopping) return;
    isStopping = true;
    await site?.stop(DRAIN_TIMEOUT_MS);
    process.exit(0);
  });
}

try {
  const { cleanSettings } = await import('../lib/settings/clean-settings.ts');
  const { exemptLoopbackFromProxy } = await import('../lib/settings/loopback-proxy.mjs');
  exemptLoopbackFromProxy();
  Object.assign(process.env, cleanSettings(process.env));
  const { LISTEN_HOST, NEXT_DIST_DIR = '.next' } = process.env;
  const port = Number(process.env.PORT || '3000');
  const { startSite } = await import('./site-server.ts');
  site = await startSite({
    distDir: NEXT_DIST_DIR,
    port,
    ...(LISTEN_HOST ? { host: LISTEN_HOST } : {}),
  });
  console.log(JSON.stringify({ level: 'info', port, msg: 'listening' }));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
