/** @jest-environment node */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { listen } from '@/local/ports';
import { Processes } from '@/local/processes';
import { startVoice } from '@/local/voice/start-voice';

const own = ['VAPI_PUBLIC_KEY', 'VAPI_PRIVATE_KEY', 'VAPI_ORG_ID'] as const;
const originalEnv = { ...process.env };
let processes: Processes;
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'voice-settings-'));
  processes = new Processes();
  for (const name of own) delete process.env[name];
});
afterEach(async () => {
  await processes.stop();
  rmSync(dataDir, { recursive: true });
  process.env = { ...originalEnv };
});

test('the site can call with a JWT and gets the report of the end', async () => {
  const site = createServer((req, res) => void res.end());
  const sitePort = await listen(site);
  const settings = await startVoice(processes, { dataDir, sitePort });
  expect(settings).toMatchObject({
    VAPI_PUBLIC_KEY: expect.any(String),
    VAPI_ASSISTANT_ID: 'demo-en',
    VAPI_CALL_MACHINE_URL: `${settings.VAPI_API_URL}/call-machine.js`,
  });
  const jwt = await new SignJWT({ orgId: settings.VAPI_ORG_ID, token: { tag: 'public' } })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('60 s')
    .sign(new TextEncoder().encode(settings.VAPI_PRIVATE_KEY));
  const response = await fetch(`${settings.VAPI_API_URL}/call/web`, {
    method: 'POST',
    headers: { authorization: `Bearer ${jwt}`, origin: `http://localhost:${sitePort}` },
    body: JSON.stringify({ assistantId: settings.VAPI_ASSISTANT_ID }),
  });
  expect(response.status).toBe(201);

  const { id } = (await response.json()) as { id: string };
  const report = once(site, 'request') as Promise<[IncomingMessage]>;
  await fetch(`${settings.VAPI_API_URL}/rooms/${id}/left`, { method: 'POST' });
  const [{ url, headers }] = await report;
  expect([url, headers['x-vapi-secret']]).toEqual([
    '/api/call/ended',
    settings.VAPI_WEBHOOK_SECRET,
  ]);
  site.close();
  site.closeAllConnections();
});

test.each([[{ VAPI_PUBLIC_KEY: 'own' }], [{ VAPI_PRIVATE_KEY: 'own', VAPI_ORG_ID: 'own' }]])(
  'keeps the user’s own settings: %j',
  async (settings) => {
    Object.assign(process.env, settings);
    expect(await startVoice(processes, { dataDir, sitePort: 3000 })).toEqual({});
    expect(processes.pids).toEqual([]);
  },
);
