type InlineScriptProps = {
  /** Goes into the page as its own source text, so it may use nothing from outside its body. */
  run: () => void;
  /** Of the page's policy, where the page is rendered per request; a prerendered page's scripts have hashes. */
  nonce?: string | undefined;
};

/** A script that runs where it stands, before React and without it. */
export function InlineScript({ run, nonce }: InlineScriptProps) {
  return (
    // Browsers hide the nonce from scripts, React among them.
    <script
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: `(${run.toString()})()` }}
    />
  );
}
