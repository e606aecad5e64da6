type InlineScriptProps = {
  /** One function or several. Each becomes source text in the page, so it may use nothing from outside its body. */
  run: (() => void) | (() => void)[];
  /** For pages rendered per request; the scripts of prerendered pages are allowed by their hashes. */
  nonce?: string | undefined;
};

/** A script that runs where it stands, before React and without it. */
export function InlineScript({ run, nonce }: InlineScriptProps) {
  const scripts = [run].flat().map((script) => `(${script})()`);
  return (
    <script
      nonce={nonce}
      // Browsers hide the nonce from scripts, React among them.
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: scripts.join(';') }}
    />
  );
}
