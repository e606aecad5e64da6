import { goToCall } from './go-to-call';
import { hydrateOnInteraction } from './hydrate-on-interaction';
import { markPresses } from './mark-presses';
import { openAfresh } from './open-afresh';
import { polyfillInvokers } from './polyfill-invokers';
import { prefetchScripts } from './prefetch-scripts';
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
  hydrateOnInteraction,
  startCounting,
]) {
  try {
    run();
  } catch (error) {
    reportError(error);
  }
}
