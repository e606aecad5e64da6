import { startVoiceProvider } from './server';

// VOICE_PUBLIC_KEY is required. Optional: VOICE_PORT (default: any free port), VOICE_PACE (realistic or
// instant), VOICE_ALLOWED_ORIGINS (comma separated, besides loopback).
const { VOICE_PORT = '0', VOICE_PUBLIC_KEY, VOICE_PACE, VOICE_ALLOWED_ORIGINS = '' } = process.env;

if (!VOICE_PUBLIC_KEY) {
  console.error('VOICE_PUBLIC_KEY is not set.');
  process.exit(1);
}

const provider = await startVoiceProvider({
  port: Number(VOICE_PORT),
  publicKey: VOICE_PUBLIC_KEY,
  pace: VOICE_PACE === 'instant' ? 'instant' : 'realistic',
  allowedOrigins: VOICE_ALLOWED_ORIGINS.split(',').filter(Boolean),
});

async function stop() {
  await provider.close();
  process.exit(0);
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
// Else the provider would outlive a parent that was killed.
process.once('disconnect', stop);

console.log(`Local voice provider ready at ${provider.url}`);
process.send?.({ type: 'ready', url: provider.url, callMachineUrl: provider.callMachineUrl });
