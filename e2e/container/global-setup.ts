import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { anyFreePort } from '../../local/ports.mjs';
import { Processes } from '../../local/processes';
import { startSupabaseLite } from '../../local/supabase-lite';
import { voiceSettings } from '../../local/voice-settings';
import { ensureEngine } from '../../proofs/browser.mjs';
import { type Container, startContainer } from '../../proofs/container/container';
import { readDockerfile } from '../../proofs/container/dockerfile';
import { buildImage } from '../../proofs/container/image';
import { fetchNode } from '../../proofs/fetch-node.mjs';

/** Builds the image as the Dockerfile says, and starts it on a database and a voice provider of its own. */
export default async function globalSetup() {
  await ensureEngine('chromium');
  // Not in the checkout, whose folders another user may not be allowed to enter.
  const folder = mkdtempSync(join(tmpdir(), 'image-'));
  chmodSync(folder, 0o755);
  const processes = new Processes();
  const cleanUp = async () => {
    await processes.stop();
    // The owner may not write in folders of the image either.
    spawnSync('find', [
      folder,
      '-type',
      'd',
      '!',
      '-perm',
      '-u+w',
      '-exec',
      'chmod',
      'u+w',
      '{}',
      '+',
    ]);
    spawnSync('rm', ['-rf', folder]);
  };
  try {
    const container = await startImage(folder, processes);
    return async () => {
      container.signal();
      await container.ended;
      await cleanUp();
    };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

async function startImage(folder: string, processes: Processes): Promise<Container> {
  const began = performance.now();
  const nodeFolder = join(folder, 'node');
  mkdirSync(nodeFolder);
  copyFileSync(fetchNode(majorOfNode()), join(nodeFolder, 'node'));

  const port = await anyFreePort();
  const siteUrl = `http://localhost:${port}`;
  const image = buildImage({ context: resolve(), folder, args: { SITE_URL: siteUrl }, nodeFolder });
  for (const { text, bytes } of image.layers)
    console.log(`· ${(bytes / 1e6).toFixed(1)} MB: ${text}`);
  console.log(`· built in ${((performance.now() - began) / 1000).toFixed(0)} s`);

  const dataDir = join(folder, 'data');
  const database = await startSupabaseLite(processes, {
    dataDir,
    firstPort: await anyFreePort(),
    taken: [port],
  });
  const settings = {
    SUPABASE_URL: database.url,
    SUPABASE_SECRET_KEY: database.secretKey,
    ...(await voiceSettings(processes, { dataDir, sitePort: port })),
  };
  const container = await startContainer(
    image,
    nodeFolder,
    { ...settings, PORT: String(port) },
    port,
  );
  console.log(`· answers ${container.startTime.toFixed(0)} ms after its start`);
  Object.assign(process.env, {
    E2E_SITE_URL: siteUrl,
    E2E_SUPABASE_URL: database.url,
    E2E_SUPABASE_SECRET_KEY: database.secretKey,
    E2E_IMAGE: JSON.stringify({ image, nodeFolder, settings }),
  });
  return container;
}

/** @returns e.g. `24`, of `FROM node:24-slim` */
function majorOfNode(): string {
  const base = readDockerfile(readFileSync('Dockerfile', 'utf8')).at(-1)?.base ?? '';
  const [, major] = /^node:(\d+)/.exec(base) ?? [];
  if (!major) throw new Error(`Not an image of Node: ${base}`);
  return major;
}
