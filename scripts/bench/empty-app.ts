import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findFreePort } from '../../local/ports';
import type { Processes } from '../../local/processes';

const NEXT = resolve('node_modules/next/dist/bin/next');
const FILES = {
  'next.config.mjs': `export default {
    agentRules: false,
    turbopack: { root: ${JSON.stringify(process.cwd())} },
  };`,
  'app/layout.jsx': `export default function Layout({ children }) {
    return <html lang="en"><body>{children}</body></html>;
  }`,
  'app/page.jsx': 'export default function Page() { return <main />; }',
  // Without these the build finds the product's own, further up.
  'instrumentation.js': 'export function register() {}',
  'proxy.js': 'export function proxy() {}',
};

/**
 * Builds and serves an empty page on the same framework: what it loads is the framework's cost.
 *
 * @returns its URL
 */
export async function startEmptyApp(processes: Processes, dataDir: string): Promise<string> {
  const folder = join(dataDir, 'empty-app');
  mkdirSync(join(folder, 'app'), { recursive: true });
  for (const [file, text] of Object.entries(FILES)) writeFileSync(join(folder, file), text);
  const port = await findFreePort(3300);
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };
  const logFile = join(dataDir, 'empty-app.log');
  await processes.run({ name: 'the empty build', args: [NEXT, 'build', folder], env, logFile });
  const args = [NEXT, 'start', folder, '-p', String(port), '-H', '127.0.0.1'];
  await processes.start({ name: 'the empty page', args, env, logFile, ready: /Ready in/ });
  return `http://localhost:${port}/`;
}
