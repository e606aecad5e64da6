interface InlineScriptProps {
  code: string;
  /** For dynamic pages; the CSP of prerendered pages has hashes. */
  nonce?: string | undefined;
}

export function InlineScript({ code, nonce }: InlineScriptProps) {
  return (
    <script
      nonce={nonce}
      // Browsers hide the nonce from scripts, so React would report a mismatch.
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: code }}
    />
  );
}
