// The process of the site. Next's instrumentation ends it if a setting or the build is wrong.
import type { StopSite } from './site-server';

let stopSite: StopSite | undefined;
let isStopping = false;
// The log's reader may go away. Next would log that error, which is the next one.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
// Before any import: the kernel drops signals that a container's first process does not handle.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    // Ctrl-C reaches this process twice, because npm passes it on.
    if (isStopping) return;
    isStopping = true;
    await stopSite?.();
    process.exit(0);
  });
}

try {
  const { loadSettings } = await import('../lib/settings/load-settings');
  loadSettings();
  const { LISTEN_HOST: host, NEXT_DIST_DIR: distDir = '.next' } = process.env;
  const port = Number(process.env.PORT || '3000');
  const { serveSite } = await import('./site-server');
  stopSite = await serveSite({ distDir, port, host });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
