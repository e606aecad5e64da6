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

/** How far the first `count` characters reach when all lines are thought of as one. */
function reach(text: Node, count: number): number {
  const range = document.createRange();
  range.setStart(text, 0);
  range.setEnd(text, count);
  return Array.from(range.getClientRects()).reduce((width, box) => width + box.width, 0);
}

/**
 * Uncovers a line of text one character at a time (product specification, sections 4 and 9).
 * The text in the document stays as it is: each step only sets the CSS variable `--typed` on the line,
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
    const show = () => element.style.setProperty('--typed', `${reach(text, typed)}px`);
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
      element.style.removeProperty('--typed');
      setProgress('waiting');
    };
  }, [line, length, speed, startDelay, trigger]);

  if (trigger === 'off') return 'done';
  return trigger === 'armed' ? 'idle' : progress;
}
