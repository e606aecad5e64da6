'use client';

import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

export type TypingState = 'idle' | 'waiting' | 'typing' | 'done';

interface TypingOptions {
  line: RefObject<HTMLElement | null>;
  length: number;
  speed: number;
  startDelay: number;
  /** Where typing stands: not to be touched, to be hidden until its turn, or to be typed. */
  trigger: 'off' | 'armed' | 'go';
  onDone?: (() => void) | undefined;
}

/** One blink of the caret in milliseconds, the longer half of it lit. */
const BLINK = 900;
const LIT = 500;

/** How far the first 0, 1, … characters reach when all lines are thought of as one, in pixels. */
function reaches(text: Node, length: number): number[] {
  const range = document.createRange();
  range.setStart(text, 0);
  return Array.from({ length: length + 1 }, (_, count) => {
    range.setEnd(text, count);
    return Array.from(range.getClientRects()).reduce((width, box) => width + box.width, 0);
  });
}

/**
 * Uncovers a line of text one character at a time (docs/behaviour.md, sections 4 and 9).
 * The text in the document stays as it is: each step only sets the CSS variables `--typed` and `--caret` on the line,
 * so React renders once per state and not per character. Returns the line's state.
 */
export function useTyping(options: TypingOptions): TypingState {
  const { line, length, speed, startDelay, trigger } = options;
  const [progress, setProgress] = useState<'waiting' | 'typing' | 'done'>('waiting');
  const finish = useEffectEvent(() => options.onDone?.());

  useEffect(() => {
    const element = line.current;
    const text = element?.firstChild?.firstChild;
    if (trigger !== 'go' || !element || !text) return;
    let typed = 0;
    let ticker: ReturnType<typeof setInterval> | undefined;
    // Measured once and not at each step, where it would have the page laid out between two frames.
    let measured: number[] | undefined;
    const forget = () => (measured = undefined);
    const show = () => {
      measured ??= reaches(text, length);
      element.style.setProperty('--typed', `${measured[typed]}px`);
      // No CSS animation: it would have the page drawn for every frame of the screen.
      const lit = (typed * speed) % BLINK < LIT;
      element.style.setProperty('--caret', lit ? '0.07em' : '0');
    };
    // Another width wraps the line elsewhere, another typeface is wider.
    window.addEventListener('resize', forget);
    document.fonts?.addEventListener('loadingdone', forget);
    const starter = setTimeout(() => {
      setProgress('typing');
      ticker = setInterval(() => {
        typed += 1;
        show();
        if (typed < length) return;
        clearInterval(ticker);
        setProgress('done');
        finish();
      }, speed);
    }, startDelay);
    return () => {
      clearTimeout(starter);
      clearInterval(ticker);
      window.removeEventListener('resize', forget);
      document.fonts?.removeEventListener('loadingdone', forget);
      element.style.removeProperty('--typed');
      element.style.removeProperty('--caret');
      setProgress('waiting');
    };
  }, [line, length, speed, startDelay, trigger]);

  if (trigger === 'off') return 'done';
  return trigger === 'armed' ? 'idle' : progress;
}
