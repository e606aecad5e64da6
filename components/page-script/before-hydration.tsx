import { InlineScript } from '@/components/ui/inline-script';
import code from './page.script.ts?inline';

/** What a page can do before React runs, and what starts React, in one inline script. */
export function BeforeHydration({ nonce }: { nonce?: string | undefined }) {
  return <InlineScript code={code} nonce={nonce} />;
}
