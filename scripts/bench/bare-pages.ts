import { createServer, type RequestListener } from 'node:http';
import { build } from 'esbuild';
import { listen } from '../../local/ports';
import { LOCAL_KEYS } from '../../local/voice/start-voice';

/** Serves a page at `url` until `stop`. */
async function serve(handle: RequestListener) {
  const server = createServer(handle);
  return { url: `http://localhost:${await listen(server)}`, stop: () => server.close() };
}

const BARE_FILE =
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">' +
  '<title>Bare</title><h1>Bare</h1><p>A page.</p></html>';

/** Serves the bare HTML file: no style, no script. */
export const serveBareFile = () =>
  serve((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(BARE_FILE);
  });

/** The SDK runs before the click. In the product only its file is there, without an interaction. */
const bareSdkScript = `
import module from '@vapi-ai/web';
const Vapi = module.default ?? module;
const { publicKey, apiUrl, callMachineUrl } = window.settings;
const options = { avoidEval: true, callObjectBundleUrlOverride: callMachineUrl };
const vapi = new Vapi(publicKey, apiUrl, options);
vapi.on('call-start', () => {
  window.waited = performance.now() - window.clickedAt;
  vapi.setMuted(true);
});
document.querySelector('button').addEventListener('click', (event) => {
  window.clickedAt = event.timeStamp;
  vapi.start('demo-en');
});
document.body.dataset.ready = 'true';
`;

/**
 * Serves a page with the voice SDK alone.
 *
 * @param callMachineUrl an address of the voice provider that it calls
 */
export async function serveBareSdk(callMachineUrl: string) {
  const { outputFiles } = await build({
    stdin: { contents: bareSdkScript, resolveDir: process.cwd() },
    bundle: true,
    minify: true,
    format: 'iife',
    write: false,
    logLevel: 'silent',
  });
  const script = outputFiles[0]?.text ?? '';
  const { publicKey } = LOCAL_KEYS;
  const apiUrl = new URL(callMachineUrl).origin;
  const settings = JSON.stringify({ publicKey, apiUrl, callMachineUrl });
  const html = `<!doctype html><html lang="en"><title>SDK</title><button>Start</button>
    <script>window.settings = ${settings}</script><script src="/sdk.js"></script></html>`;
  return serve((request, response) => {
    const isScript = request.url === '/sdk.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : html);
  });
}
