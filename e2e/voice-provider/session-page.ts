// The product's call session over the published SDK, and the record of `page.ts`.
import './page';
import { CallSession } from '../../lib/call/state/call-session';
import { createVoiceClient } from '../../lib/call/sdk/voice-client';

const session = new CallSession(createVoiceClient());

declare global {
  interface Window {
    session: CallSession;
  }
}
window.session = session;
session.configure(null, 'en', {});
session.mount();
