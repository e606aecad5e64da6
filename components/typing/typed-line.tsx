'use client';

import { useRef } from 'react';
import { useTyping } from './use-typing';

interface TypedLineProps {
  text: string;
  speed: number;
  startDelay: number;
  trigger: 'off' | 'armed' | 'go';
  className?: string | undefined;
  onDone?: (() => void) | undefined;
}

/** One line of a typed heading; its whole text is always in the document. */
export function TypedLine({ text, className, ...options }: TypedLineProps) {
  const line = useRef<HTMLSpanElement>(null);
  const state = useTyping({ ...options, line, length: text.length });
  return (
    <span className={className}>
      <span ref={line} className="typing-line" data-typing={state}>
        <span>{text}</span>
      </span>
    </span>
  );
}
