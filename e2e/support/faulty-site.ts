import { dropConnection, forwardAll, startProxy } from '@/__tests__/support/network';
import { startVoiceProvider } from '@/local/voice/server';
import { startInstance } from '@/scripts/test/test-stack';

export interface FaultySite {
  url: string;
  /** Whether each connection to the database is dropped from now on. */
  setDatabaseDown: (isDown: boolean) => void;
  stop: () => Promise<void>;
}

/**
 * Serves the tested build a second time, with its own voice provider, these settings, and a
 * connection to the database of the other tests that can be broken.
 */
export async function startFaultySite(settings: Record<string, string>): Promise<FaultySite> {
  const provider = await startVoiceProvider({ publicKey: 'test' });
  const database = await startProxy(() => process.env.E2E_SUPABASE_URL ?? '');
  const { port, stop } = await startInstance('.data/faulty-sites', {
    SUPABASE_URL: database.url,
    SUPABASE_SECRET_KEY: process.env.E2E_SUPABASE_SECRET_KEY ?? '',
    VAPI_PUBLIC_KEY: 'test',
    VAPI_API_URL: provider.url,
    VAPI_CALL_MACHINE_URL: provider.callMachineUrl,
    ...settings,
  });
  return {
    url: `http://localhost:${port}`,
    setDatabaseDown: (isDown) => (database.handle = isDown ? dropConnection : forwardAll),
    async stop() {
      await stop();
      database.close();
      await provider.close();
    },
  };
}
