// All code that only a call needs: one file, which `voice-client.ts` loads on demand.
export { runSdk } from '@/lib/call/sdk/voice-sdk';
export { Dialler } from './dialler';
