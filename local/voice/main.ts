import { startVoiceProvider } from './server';

// README.md explains these variables.
const {
  VOICE_PORT = '0',
  VOICE_PUBLIC_KEY,
  VOICE_PRIVATE_KEY,
  VOICE_ORG_ID,
  VOICE_PACE,
  VOICE_ALLOWED_ORIGINS = '',
  VOICE_WEBHOOK_URL,
  VOICE_WEBHOOK_SECRET,
} = process.env;

if (!VOICE_PUBLIC_KEY) {
  console.error('VOICE_PUBLIC_KEY is not set.');
  process.exit(1);
}

const provider = await startVoiceProvider({
  port: Number(VOICE_PORT),
  publicKey: VOICE_PUBLIC_KEY,
  privateKey: VOICE_PRIVATE_KEY,
  orgId: VOICE_ORG_ID,
  pace: VOICE_PACE === 'instant' ? 'instant' : 'realistic',
  allowedOrigins: VOICE_ALLOWED_ORIGINS.split(',').filter(Boolean),
  webhook: VOICE_WEBHOOK_URL ? { url: VOICE_WEBHOOK_URL, secret: VOICE_WEBHOOK_SECRET } : undefined,
});

async function stop() {
  await provider.close();
  process.exit(0);
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

console.log(`Local voice provider ready at ${provider.url}`);
