interface InlineScriptProps {
  code: string;
  /** For dynamic pages; the CSP of prerendered pages has hashes. */
  nonce?: string | undefined;
  'data-short-link'?: string | undefined;
}

export function InlineScript({ code, ...attributes }: InlineScriptProps) {
  return (
    <script
      {...attributes}
      // Browsers hide the nonce from scripts, so React would report a mismatch.
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: code }}
    />
  );
}
