'use client';

import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

export type TypingState = 'idle' | 'waiting' | 'typing' | 'done';

interface TypingOptions {
  line: RefObject<HTMLElement | null>;
  length: number;
  speed: number;
  startDelay: number;
  /** `off`: shown as it is; `armed`: hidden until its turn; `go`: typed. */
  trigger: 'off' | 'armed' | 'go';
  onDone?: (() => void) | undefined;
}

/** One blink of the caret, and how much of it the caret is visible, in milliseconds. */
const BLINK = 900;
const LIT = 500;

/**
 * The width of the first 0, 1, … characters in pixels, summed over all wrapped lines. Returns null
 * where the line's text is no longer a single node: page translators split and replace it.
 */
function measure(line: HTMLElement, length: number): number[] | null {
  const text = line.firstChild?.firstChild;
  if (!(text instanceof Text) || text.length !== length) return null;
  const range = document.createRange();
  range.setStart(text, 0);
  return Array.from({ length: length + 1 }, (_, count) => {
    range.setEnd(text, count);
    return Array.from(range.getClientRects()).reduce((width, box) => width + box.width, 0);
  });
}

/**
 * Uncovers a line of text one character at a time (docs/behaviour.md, sections 4 and 9). A step only sets the CSS
 * variables `--typed` and `--caret` on the line, so React renders once per state and not per character.
 *
 * @returns the line's state
 */
export function useTyping(options: TypingOptions): TypingState {
  const { line, length, speed, startDelay, trigger } = options;
  const [progress, setProgress] = useState<'waiting' | 'typing' | 'done'>('waiting');
  const finish = useEffectEvent(() => options.onDone?.());

  useEffect(() => {
    const element = line.current;
    if (trigger !== 'go' || !element) return;
    let typed = 0;
    let ticker: ReturnType<typeof setInterval> | undefined;
    // Measured once: at each step it would force a layout between two frames.
    let widths: number[] | null = null;
    const remeasure = () => (widths = null);
    const show = (width: number) => {
      element.style.setProperty('--typed', `${width}px`);
      // Not a CSS animation, which would repaint at every frame.
      const lit = (typed * speed) % BLINK < LIT;
      element.style.setProperty('--caret', lit ? '0.07em' : '0');
    };
    window.addEventListener('resize', remeasure);
    document.fonts?.addEventListener('loadingdone', remeasure);
    const starter = setTimeout(() => {
      setProgress('typing');
      ticker = setInterval(() => {
        typed += 1;
        widths ??= measure(element, length);
        const width = widths?.[typed];
        if (width !== undefined) show(width);
        // A text that cannot be measured is shown at once.
        if (width !== undefined && typed < length) return;
        clearInterval(ticker);
        setProgress('done');
        finish();
      }, speed);
    }, startDelay);
    return () => {
      clearTimeout(starter);
      clearInterval(ticker);
      window.removeEventListener('resize', remeasure);
      document.fonts?.removeEventListener('loadingdone', remeasure);
      element.style.removeProperty('--typed');
      element.style.removeProperty('--caret');
      setProgress('waiting');
    };
  }, [line, length, speed, startDelay, trigger]);

  if (trigger === 'off') return 'done';
  return trigger === 'armed' ? 'idle' : progress;
}
