// The product's call session over the published SDK, and the record of `page.ts`.
import './page';
import { CallSession } from '../../lib/voice/call-session';
import { createVoiceClient } from '../../lib/voice/voice-client';

const session = new CallSession(createVoiceClient());

declare global {
  interface Window {
    session: CallSession;
  }
}
window.session = session;
session.configure(null, 'en', {});
session.mount();
