'use client';

import { useEffect, useRef } from 'react';
import type { CopyRequest } from './use-copy';

interface CopyByHandProps {
  label: string;
  request: CopyRequest;
}

/** A selected text to copy by hand, if the browser cannot copy or save it. */
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
