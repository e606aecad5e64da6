interface InlineScriptProps {
  /** The default export of an `*.script.ts` file: a bundle as source text. */
  code: string;
  /** For pages rendered per request; the scripts of prerendered pages are allowed by their hashes. */
  nonce?: string | undefined;
}

/** A script that runs where it is in the page, before React and without it. */
export function InlineScript({ code, nonce }: InlineScriptProps) {
  return (
    <script
      nonce={nonce}
      // Browsers hide the nonce from scripts, React among them.
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: code }}
    />
  );
}
