import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findRandomFreePort } from '@/scripts/test/test-site';
import { Processes } from '@/local/processes';
import { startSupabaseLite } from '@/local/supabase-lite';
import { startVoice } from '@/local/voice/start-voice';
import { ensureEngine } from '@/scripts/tools/browser';
import { IMAGE, startContainer } from './docker';

/** Builds the image, and starts it on its own database and voice provider. */
export default async function globalSetup() {
  await ensureEngine('chromium');
  const port = await findRandomFreePort();
  const siteUrl = `http://localhost:${port}`;
  const args = ['build', `--build-arg=SITE_URL=${siteUrl}`, `--tag=${IMAGE}`, '.'];
  const build = spawnSync('docker', args, { stdio: 'inherit' });
  if (build.status !== 0) throw new Error('docker build failed.');

  mkdirSync('.data', { recursive: true });
  const dataDir = mkdtempSync(join('.data', 'container-'));
  const processes = new Processes();
  const cleanUp = async () => {
    await processes.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const database = await startSupabaseLite(processes, { dataDir, firstPort: port + 1 });
    const settings = {
      ...database,
      ...(await startVoice(processes, { dataDir, sitePort: port })),
    };
    const container = await startContainer({ ...settings, PORT: String(port) }, siteUrl);
    Object.assign(process.env, {
      E2E_SITE_URL: siteUrl,
      E2E_SUPABASE_URL: database.SUPABASE_URL,
      E2E_SUPABASE_SECRET_KEY: database.SUPABASE_SECRET_KEY,
      E2E_CONTAINER_SETTINGS: JSON.stringify(settings),
    });
    return async () => {
      container.sendStopSignal();
      container.waitForEnd();
      await cleanUp();
    };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}
