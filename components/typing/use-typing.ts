'use client';

import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

export type TypingState = 'idle' | 'waiting' | 'typing' | 'done';

export interface TypingOptions {
  line: RefObject<HTMLElement | null>;
  length: number;
  /** Milliseconds. */
  startDelay?: number | undefined;
  /** `idle` hides the line, `waiting` types it, `done` shows it. */
  startState: Exclude<TypingState, 'typing'>;
  onDone?: (() => void) | undefined;
}

const CHARACTER_MS = 50;
const CARET_PERIOD_MS = 900;
const CARET_VISIBLE_MS = 500;

/** Measures prefixes in pixels; null if a page translator has split or replaced the text node. */
function measureWidths(line: HTMLElement, length: number): number[] | null {
  const text = line.firstChild?.firstChild;
  if (!(text instanceof Text) || text.length !== length) return null;
  const range = document.createRange();
  range.setStart(text, 0);
  return Array.from({ length: length + 1 }, (_, count) => {
    range.setEnd(text, count);
    return Array.from(range.getClientRects()).reduce((width, box) => width + box.width, 0);
  });
}

/** Types a line after a delay. Returns a function that stops it and covers the line again. */
function typeLine(
  element: HTMLElement,
  { length, startDelay }: { length: number; startDelay: number },
  onProgress: (state: 'typing' | 'done') => void,
): () => void {
  let typed = 0;
  let typingTimer: ReturnType<typeof setInterval> | undefined;
  // Measured once, because measuring each step would force a layout between two frames.
  let widths: number[] | null = null;
  const discardWidths = () => (widths = null);
  const typeCharacter = () => {
    typed += 1;
    widths ??= measureWidths(element, length);
    const width = widths?.[typed];
    if (width !== undefined) {
      element.style.setProperty('--typed', `${width}px`);
      // A CSS animation would repaint at every frame.
      const isCaretVisible = (typed * CHARACTER_MS) % CARET_PERIOD_MS < CARET_VISIBLE_MS;
      element.style.setProperty('--caret', isCaretVisible ? '0.07em' : '0');
      if (typed < length) return;
    }
    // A text that cannot be measured is shown at once.
    clearInterval(typingTimer);
    onProgress('done');
  };
  window.addEventListener('resize', discardWidths);
  document.fonts?.addEventListener('loadingdone', discardWidths);
  const startTimer = setTimeout(() => {
    onProgress('typing');
    typingTimer = setInterval(typeCharacter, CHARACTER_MS);
  }, startDelay);
  return () => {
    clearTimeout(startTimer);
    clearInterval(typingTimer);
    window.removeEventListener('resize', discardWidths);
    document.fonts?.removeEventListener('loadingdone', discardWidths);
    element.style.removeProperty('--typed');
    element.style.removeProperty('--caret');
  };
}

/**
 * Uncovers a line one character at a time (docs/behaviour.md, sections 4 and 9) by setting the CSS
 * variables `--typed` and `--caret`, so that React does not render per character.
 */
export function useTyping(options: TypingOptions): TypingState {
  const { line, length, startDelay = 0, startState } = options;
  const [progress, setProgress] = useState<TypingState>('waiting');
  const notifyDone = useEffectEvent(() => options.onDone?.());

  useEffect(() => {
    if (startState !== 'waiting' || !line.current) return;
    const stop = typeLine(line.current, { length, startDelay }, (state) => {
      setProgress(state);
      if (state === 'done') notifyDone();
    });
    return () => {
      stop();
      setProgress('waiting');
    };
  }, [line, length, startDelay, startState]);

  return startState === 'waiting' ? progress : startState;
}
