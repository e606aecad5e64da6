'use client';

import { useState } from 'react';

/** Text to copy by hand. A new object makes the field select its text again. */
export interface CopyRequest {
  text: string;
}

/** Copies texts to the clipboard, or returns in `manualRequest` what `CopyByHand` has to show. */
export function useCopy() {
  const [isCopied, setIsCopied] = useState(false);
  const [manualRequest, setManualRequest] = useState<CopyRequest | null>(null);
  const askToCopy = (text: string) => {
    setIsCopied(false);
    setManualRequest({ text });
  };
  const copyText = async (text: string) => {
    try {
      // Throws in most in-app browsers, which have no clipboard.
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
      setManualRequest(null);
    } catch {
      askToCopy(text);
    }
  };
  return { isCopied, manualRequest, copyText, askToCopy };
}
