import { InlineScript } from '../ui/inline-script';
import { hydrateOnInteraction } from './hydrate-on-interaction';
import { markPresses } from './mark-presses';
import { polyfillInvokerCommands } from './polyfill-invoker-commands';
import { prefetchScripts } from './prefetch-scripts';
import { syncMenu } from './sync-menu';

const scripts = [
  syncMenu,
  polyfillInvokerCommands,
  markPresses,
  prefetchScripts,
  hydrateOnInteraction,
];

/** What a page can do before React runs, and what starts React, in one inline script. */
export function BeforeHydration({ nonce }: { nonce?: string | undefined }) {
  return <InlineScript run={scripts} nonce={nonce} />;
}
