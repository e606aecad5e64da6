import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRandomFreePort } from '../../local/ports.mjs';
import { Processes } from '../../local/processes/processes';
import { startSupabaseLite } from '../../local/supabase-lite';
import { startVoice } from '../../local/voice/start-voice';
import { ensureEngine } from '../../scripts/test/browser';
import { startContainer } from './container';
import { buildImage } from './image';
import { fetchNode } from '../../scripts/test/fetch-node';

/**
 * Builds the image as the Dockerfile says, and starts it on its own database and voice provider.
 */
export default async function globalSetup() {
  await ensureEngine('chromium');
  // Not in the checkout, whose folders another user may not be allowed to enter.
  const folder = mkdtempSync(join(tmpdir(), 'image-'));
  chmodSync(folder, 0o755);
  const processes = new Processes();
  const cleanUp = async () => {
    await processes.stop();
    // The owner may not write in folders of the image either.
    spawnSync('chmod', ['-R', 'u+w', folder]);
    spawnSync('rm', ['-rf', folder]);
  };
  try {
    const container = await startImage(folder, processes);
    return async () => {
      container.sendStopSignal();
      await container.ended;
      await cleanUp();
    };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

async function startImage(folder: string, processes: Processes) {
  const buildStartedAt = performance.now();
  const nodeFolder = join(folder, 'node');
  mkdirSync(nodeFolder);
  copyFileSync(fetchNode(getNodeMajor()), join(nodeFolder, 'node'));

  const port = await findRandomFreePort();
  const siteUrl = `http://localhost:${port}`;
  const image = buildImage(folder, { SITE_URL: siteUrl }, nodeFolder);
  console.log(`· built in ${((performance.now() - buildStartedAt) / 1000).toFixed(0)} s`);

  const dataDir = join(folder, 'data');
  const database = await startSupabaseLite(processes, {
    dataDir,
    firstPort: await findRandomFreePort(),
    taken: [port],
  });
  const settings = {
    SUPABASE_URL: database.url,
    SUPABASE_SECRET_KEY: database.secretKey,
    ...(await startVoice(processes, { dataDir, sitePort: port })),
  };
  const containerStartedAt = performance.now();
  const container = await startContainer(image, { ...settings, PORT: String(port) }, siteUrl);
  console.log(
    `· answers ${(performance.now() - containerStartedAt).toFixed(0)} ms after its start`,
  );
  Object.assign(process.env, {
    E2E_SITE_URL: siteUrl,
    E2E_SUPABASE_URL: database.url,
    E2E_SUPABASE_SECRET_KEY: database.secretKey,
    E2E_IMAGE: JSON.stringify({ image, settings }),
  });
  return container;
}

/** @returns e.g. `24`, of `FROM node:24-slim` */
function getNodeMajor(): string {
  const dockerfile = readFileSync('Dockerfile', 'utf8');
  const major = [...dockerfile.matchAll(/^FROM node:(\d+)-slim$/gm)].at(-1)?.[1];
  if (!major) throw new Error('The last stage of the Dockerfile is not an image of Node.');
  return major;
}
