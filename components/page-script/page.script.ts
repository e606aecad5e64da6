// The script of every deferred page. What one page or one feature needs is a `*.script.ts` next to
// the feature.
import { hydrateOnInteraction } from './hydrate-on-interaction';
import { prefetchScripts } from './prefetch-scripts';
import { goToCall } from './go-to-call';
import { markPresses } from './mark-presses';
import { prepareContactForm } from './prepare-contact-form';
import { polyfillInvokers } from './polyfill-invokers';
import { sayCannotCall } from './say-cannot-call';
import { startCounting } from './start-counting';
import { syncMenu } from './sync-menu';

// The order matters for one: the form is prepared before `polyfillInvokers` opens its dialog.
for (const run of [
  syncMenu,
  prepareContactForm,
  polyfillInvokers,
  goToCall,
  markPresses,
  sayCannotCall,
  prefetchScripts,
  hydrateOnInteraction,
  startCounting,
]) {
  try {
    run();
  } catch (error) {
    // One failing script must not stop the others.
    reportError(error);
  }
}
