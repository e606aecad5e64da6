#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

/**
 * Firefox ESR for Playwright, which starts this program in its place. Playwright sets the color
 * scheme of every new page by a command that this Firefox does not know yet, and gives up when it
 * is refused; here that one command counts as done. All else passes unchanged. Remove it when ESR
 * knows the command.
 */
const UNKNOWN_COMMAND = 'emulation.setMediaFeaturesOverride';

const firefox = spawn(process.env.FIREFOX_PATH ?? 'firefox-esr', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => firefox.kill(signal));
firefox.on('exit', (code) => process.exit(code ?? 1));

createInterface({ input: firefox.stderr }).on('line', (line) => {
  const [, announced, address] = /^(WebDriver BiDi listening on )(ws:\S+)/.exec(line) ?? [];
  if (!announced) return void process.stderr.write(`${line}\n`);
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 }, () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    process.stderr.write(`${announced}ws://127.0.0.1:${port}\n`);
  });
  server.on('connection', (playwright, { url }) => {
    const bidi = new WebSocket(`${address}${url}`);
    const connected = new Promise((resolve) => bidi.once('open', resolve));
    playwright.on('message', async (data) => {
      const { id, method } = JSON.parse(String(data));
      await connected;
      if (method !== UNKNOWN_COMMAND) bidi.send(String(data));
      else playwright.send(JSON.stringify({ type: 'success', id, result: {} }));
    });
    bidi.on('message', (data) => playwright.send(String(data)));
    bidi.on('close', () => playwright.close());
    playwright.on('close', () => bidi.close());
  });
});
