import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { expect, test as base, type Page } from '@playwright/test';
import { build } from 'esbuild';
import { listen } from '../../local/ports.mjs';
import { startVoiceProvider, type VoiceProvider } from '../../local/voice/server';
import type { Recorded } from './page';

export type { Recorded } from './page';

export type State = {
  events: Recorded[];
  /** How start() settled: pending, call, null or rejected. */
  outcome: string;
  tracks: { readyState: string; enabled: boolean }[];
  contexts: string[];
  violations: string[];
  rejections: string[];
  players: number;
  playing: boolean;
};

export const publicKey = 'test-public-key';

async function bundlePage(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    format: 'iife',
    write: false,
    logLevel: 'silent',
  });
  return outputFiles.map(({ text }) => text).join('\n');
}

/** Serves one static page with the strictest policy that the SDK can run under, and `entry` as its script. */
export async function servePage(providerUrl: string, entry = './page.ts') {
  const script = await bundlePage(entry);
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${providerUrl}`,
    `connect-src 'self' ${providerUrl}`,
    "style-src 'self'",
    "base-uri 'none'",
  ].join('; ');
  const server = createServer((req, res) => {
    if (req.url === '/page.js') {
      res.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
      return;
    }
    res
      .writeHead(200, {
        'content-type': 'text/html',
        'content-security-policy': policy,
        'permissions-policy': 'microphone=(self), autoplay=(self)',
      })
      .end(
        '<!doctype html><html lang="en"><title>Voice</title><input aria-label="Assistant">' +
          '<button>Start</button><script src="/page.js"></script></html>',
      );
  });
  return {
    url: `http://127.0.0.1:${await listen(server)}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** What the page has recorded so far. */
export function stateOf(page: Page): Promise<State> {
  return page.evaluate(() => {
    const { record, outcome } = window.voice;
    const players = [...document.querySelectorAll<HTMLAudioElement>('audio[data-participant-id]')];
    return {
      events: record.events,
      outcome,
      tracks: record.tracks.map(({ readyState, enabled }) => ({ readyState, enabled })),
      contexts: record.contexts.map(({ state }) => state),
      violations: record.violations,
      rejections: record.rejections,
      players: players.length,
      playing: players.some((player) => !player.paused && player.currentTime > 0),
    };
  });
}

/** Resolves with all events once one of this name (and, for messages, this content) has arrived. */
export async function until(
  page: Page,
  name: string,
  fields: Record<string, unknown> = {},
  timeout = 30_000,
): Promise<Recorded[]> {
  await page.waitForFunction(
    ([wanted, content]) =>
      window.voice.record.events.some(
        (event) =>
          event.name === wanted &&
          Object.entries(content).every(
            ([key, value]) => (event.detail as Record<string, unknown> | null)?.[key] === value,
          ),
      ),
    [name, fields] as const,
    { timeout },
  );
  return (await stateOf(page)).events;
}

/** Every microphone track the call opened is stopped, and every AudioContext closed. */
export async function expectReleased(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const { tracks, contexts } = await stateOf(page);
      const states = [...tracks.map(({ readyState }) => readyState), ...contexts];
      return states.filter((state) => state !== 'ended' && state !== 'closed');
    })
    .toEqual([]);
}

export type Harness = {
  open(callMachineQuery?: string): Promise<void>;
  call(id: string): Promise<void>;
};

/** A provider and a page of its own for every test, in a Chromium whose microphone is the fake device. */
export const test = base.extend<{ provider: VoiceProvider; harness: Harness }>({
  launchOptions: [
    async ({ launchOptions }, provide) => {
      const args = [
        ...(launchOptions.args ?? []),
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ];
      await provide({ ...launchOptions, args });
    },
    { scope: 'worker' },
  ],
  provider: async ({}, provide) => {
    const provider = await startVoiceProvider({ port: 0, publicKey });
    await provide(provider);
    await provider.close();
  },
  harness: async ({ page, provider }, provide) => {
    const site = await servePage(provider.url);
    await provide({
      async open(callMachineQuery = '') {
        await page.goto(site.url);
        await page.evaluate((config) => window.voice.create(...config), [
          publicKey,
          provider.url,
          provider.callMachineUrl + callMachineQuery,
        ] as const);
      },
      async call(id) {
        await page.getByLabel('Assistant').fill(id);
        await page.getByRole('button', { name: 'Start' }).click();
      },
    });
    site.close();
  },
});

export { expect };
