// The process of the local voice provider. Its argument is where the end of each call is reported.
import { startVoiceProvider } from './server';
import { LOCAL_KEYS } from './start-voice';

const [, , webhookUrl] = process.argv;
const { url } = await startVoiceProvider({ ...LOCAL_KEYS, webhookUrl });
console.log(`The local voice provider listens at ${url}`);
