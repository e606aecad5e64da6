import { hydrateOnInteraction } from '../../server/deferral/hydrate-on-interaction.mjs';
import { prefetchScripts } from '../../server/deferral/prefetch-scripts.mjs';
import { goToCall } from './go-to-call';
import { forgetPresses, markPresses } from './mark-presses';
import { openAfresh } from './open-afresh';
import { polyfillInvokers } from './polyfill-invokers';
import { startCounting } from './start-counting';
import { syncMenu } from './sync-menu';

// One that throws must not stop the others.
for (const run of [
  syncMenu,
  openAfresh,
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
