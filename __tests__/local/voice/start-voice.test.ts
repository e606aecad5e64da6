import { Processes } from '@/local/processes';
import { startVoice } from '@/local/voice/start-voice';

test.each([[{ VAPI_PUBLIC_KEY: 'own' }], [{ VAPI_PRIVATE_KEY: 'own', VAPI_ORG_ID: 'own' }]])(
  'no local provider starts beside the user’s own settings: %j',
  async (settings) => {
    jest.replaceProperty(process, 'env', { ...process.env, ...settings });
    const processes = new Processes();
    const started = await startVoice(processes, { dataDir: '.data', sitePort: 3000 });
    await processes.stop();
    expect(started).toEqual({});
  },
);
