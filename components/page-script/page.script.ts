// The script of `/` and `/outreach`: what works before React. What one feature needs is a
// `*.script.ts` next to it.
import { goToCall } from './go-to-call';
import { markPresses } from './mark-presses';
import { prepareContactForm } from './prepare-contact-form';
import { polyfillInvokers } from './polyfill-invokers';
import { keepPageWithoutScript, sayCannotCall } from './say-cannot-call';
import { startCounting } from './start-counting';
import { syncMenu } from './sync-menu';

// The order matters for one: the form is prepared before `polyfillInvokers` opens its dialog.
for (const run of [
  syncMenu,
  prepareContactForm,
  polyfillInvokers,
  goToCall,
  markPresses,
  keepPageWithoutScript,
  sayCannotCall,
  startCounting,
]) {
  try {
    run();
  } catch (error) {
    // One failing script must not stop the others.
    reportError(error);
  }
}
