import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findFreePort } from '../../local/ports';
import { Processes } from '../../local/processes';
import { addCompileHints } from '../build/finish-build';

const NEXT = resolve('node_modules/next/dist/bin/next');
const BASE_FILES = {
  'next.config.mjs': `export default {
    agentRules: false,
    turbopack: { root: ${JSON.stringify(process.cwd())} },
  };`,
  'app/layout.jsx': `export default function Layout({ children }) {
    return <html lang="en"><body>{children}</body></html>;
  }`,
  // One word, because Lighthouse fails on a page that paints nothing.
  'app/page.jsx': 'export default function Page() { return <main>Empty</main>; }',
  // Without these the build finds the product's own, further up.
  'instrumentation.js': 'export function register() {}',
  'proxy.js': 'export function proxy() {}',
};

/** In characters. */
const PARAGRAPH_LENGTH = 200;

/**
 * A page that is rendered per request, reads parameters and has a policy with a nonce. The
 * parameter `paragraphs` sets its length.
 *
 * @param sampleMarkup markup whose text the page repeats
 * @returns files of the app by path
 */
export function createDynamicPage(sampleMarkup: string): Record<string, string> {
  const words = sampleMarkup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  const paragraphs = words.repeat(20).match(new RegExp(`.{${PARAGRAPH_LENGTH}}`, 'g'));
  return {
    'proxy.js': `
    import { NextResponse } from 'next/server';
    export function proxy({ headers }) {
      const policy = "script-src 'nonce-" + btoa(crypto.randomUUID()) + "'";
      const request = new Headers(headers);
      request.set('Content-Security-Policy', policy);
      const response = NextResponse.next({ request: { headers: request } });
      response.headers.set('Content-Security-Policy', policy);
      return response;
    }
    export const config = { matcher: '/dynamic' };`,
    'app/dynamic/page.jsx': `
    const all = ${JSON.stringify(paragraphs)};
    export default async function Page({ searchParams }) {
      const { contact_name, paragraphs } = await searchParams;
      const some = all.slice(0, Number(paragraphs));
      return <main><h1>{contact_name}</h1>{some.map((text, at) => <p key={at}>{text}</p>)}</main>;
    }`,
  };
}

/**
 * Builds and serves an app with an empty page on the same framework. What it loads is the cost of
 * the framework.
 *
 * @param extraFiles further files by path
 */
export async function startEmptyApp(dataDir: string, extraFiles: Record<string, string>) {
  const folder = join(dataDir, 'empty-app');
  for (const [file, text] of Object.entries({ ...BASE_FILES, ...extraFiles })) {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const processes = new Processes();
  const port = await findFreePort(3300);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
  };
  const logFile = join(dataDir, 'empty-app.log');
  await processes.run({ name: 'the empty build', args: [NEXT, 'build', folder], env, logFile });
  // As for the product's scripts, so that the two are comparable.
  addCompileHints(join(folder, '.next'));
  const args = [NEXT, 'start', folder, '-p', String(port), '-H', '127.0.0.1'];
  await processes.start({ name: 'the empty page', args, env, logFile, ready: /Ready in/ });
  return { url: `http://localhost:${port}`, stop: () => processes.stop() };
}
