import { InlineScript } from '../ui/inline-script';
import { hydrateOnInteraction } from './hydrate-on-interaction';
import { markPresses } from './mark-presses';
import { polyfillInvokers } from './polyfill-invokers';
import { prefetchScripts } from './prefetch-scripts';
import { syncMenu } from './sync-menu';

const scripts = [syncMenu, polyfillInvokers, markPresses, prefetchScripts, hydrateOnInteraction];

/** What a page can do before React runs, and what starts React, in one inline script. */
export function BeforeHydration({ nonce }: { nonce?: string | undefined }) {
  return <InlineScript run={scripts} nonce={nonce} />;
}
