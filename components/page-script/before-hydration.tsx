import { InlineScript } from '../ui/inline-script';
import { goToCall } from './go-to-call';
import { hydrateOnInteraction } from './hydrate-on-interaction';
import { markPresses } from './mark-presses';
import { openAfresh } from './open-afresh';
import { polyfillInvokers } from './polyfill-invokers';
import { prefetchScripts } from './prefetch-scripts';
import { startCounting } from './start-counting';
import { syncMenu } from './sync-menu';

const scripts = [
  syncMenu,
  openAfresh,
  polyfillInvokers,
  goToCall,
  markPresses,
  prefetchScripts,
  hydrateOnInteraction,
  startCounting,
];

/** What a page can do before React runs, and what starts React, in one inline script. */
export function BeforeHydration({ nonce }: { nonce?: string | undefined }) {
  return <InlineScript run={scripts} nonce={nonce} />;
}
