import { InlineScript } from '@/components/ui/inline-script';
import code from './page.script.ts?inline';

/** The inline script that makes controls work before hydration. */
export function BeforeHydration({ nonce }: { nonce?: string | undefined }) {
  return <InlineScript code={code} nonce={nonce} />;
}
