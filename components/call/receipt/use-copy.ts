'use client';

import { useState } from 'react';

/** A text that the visitor copies by hand. Each request selects it again. */
export interface CopyRequest {
  text: string;
}

async function writeToClipboard(text: string): Promise<void> {
  // Throws where there is no clipboard, as in most browsers inside other apps.
  await navigator.clipboard.writeText(text);
}

/**
 * Copies texts to the clipboard.
 *
 * @returns `copied`: the last text was copied; `byHand`: what `CopyByHand` has to show instead;
 *   `askToCopy` shows it without trying the clipboard
 */
export function useCopy() {
  const [copied, setCopied] = useState(false);
  const [byHand, setByHand] = useState<CopyRequest | null>(null);
  const askToCopy = (text: string) => {
    setCopied(false);
    setByHand({ text });
  };
  const copy = (text: string) =>
    void writeToClipboard(text).then(
      () => {
        setCopied(true);
        setByHand(null);
      },
      () => askToCopy(text),
    );
  return { copied, byHand, copy, askToCopy };
}
