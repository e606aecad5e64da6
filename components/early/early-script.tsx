import { early } from './early';

const __html = `(${early.toString()})()`;

/**
 * The inline script of a page that answers before React does. `nonce`: of the page's policy, where the page is
 * rendered per request; a prerendered page's scripts are let in by their hashes.
 */
export function EarlyScript({ nonce }: { nonce?: string | undefined }) {
  return (
    // Browsers hide the nonce from scripts, React among them.
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html }} />
  );
}
