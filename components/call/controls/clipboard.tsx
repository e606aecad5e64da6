import { useEffect, useRef, useState } from 'react';
import { withDeadline } from '@/lib/deadline';

const COPY_TIMEOUT_MS = 2_000;

/** Text to copy by hand. A new object makes the field select its text again. */
interface CopyRequest {
  text: string;
}

export function useClipboard() {
  const [isCopied, setIsCopied] = useState(false);
  const [manualRequest, setManualRequest] = useState<CopyRequest | null>(null);
  const askToCopy = (text: string) => {
    setIsCopied(false);
    setManualRequest({ text });
  };
  const copyText = async (text: string) => {
    try {
      // Throws in most in-app browsers, which have no clipboard.
      await withDeadline(navigator.clipboard.writeText(text), COPY_TIMEOUT_MS);
      setIsCopied(true);
      setManualRequest(null);
    } catch {
      askToCopy(text);
    }
  };
  return { isCopied, manualRequest, copyText, askToCopy };
}

interface CopyByHandProps {
  label: string;
  request: CopyRequest;
}

export function CopyByHand({ label, request }: CopyByHandProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [request]);
  return (
    <label className="grid gap-1 text-left text-note">
      <span>{label}</span>
      <textarea ref={field} readOnly rows={2} value={request.text} className="control" />
    </label>
  );
}
