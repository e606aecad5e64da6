import { hydrateOnInteraction } from '../../server/deferral/hydrate-on-interaction.mjs';
import { prefetchScripts } from '../../server/deferral/prefetch-scripts.mjs';
import { goToCall } from './go-to-call';
import { forgetPresses, markPresses } from './mark-presses';
import { resetContactForm } from './reset-contact-form';
import { polyfillInvokers } from './polyfill-invokers';
import { startCounting } from './start-counting';
import { syncMenu } from './sync-menu';

// One that throws must not stop the others.
for (const run of [
  syncMenu,
  resetContactForm,
  polyfillInvokers,
  goToCall,
  markPresses,
  prefetchScripts,
  // A call that begins long after the press would surprise the visitor.
  () => hydrateOnInteraction(forgetPresses),
  startCounting,
]) {
  try {
    run();
  } catch (error) {
    reportError(error);
  }
}
