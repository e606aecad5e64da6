'use client';

import { useRef, useState } from 'react';
import { useInView } from './use-in-view';
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

interface TypedHeadingProps {
  id: string;
  lines: readonly string[];
  lineClasses?: readonly string[];
  /** Milliseconds per character. */
  speed?: number;
  /** Milliseconds before each line. */
  startDelays?: readonly number[];
  /** When to type: on scrolling into view, or controlled by a boolean. */
  start?: 'in-view' | boolean;
  onDone?: () => void;
  className?: string;
}

/**
 * A heading that types itself when its section scrolls into view (docs/behaviour.md, sections 4 and
 * 9). Before hydration and with reduced motion it is shown as it is.
 */
export function TypedHeading({
  id,
  lines,
  lineClasses = [],
  speed = 50,
  startDelays = [50, 150],
  start = 'in-view',
  onDone,
  className,
}: TypedHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isInView = useInView(heading);
  const [finishedLines, setFinishedLines] = useState(0);
  const isStarted = isInView !== null && (start === 'in-view' ? isInView : start);
  if (!isStarted && finishedLines > 0) setFinishedLines(0);

  const getTrigger = (index: number) => {
    if (isInView === null) return 'off';
    return isStarted && index <= finishedLines ? 'go' : 'armed';
  };

  return (
    <h2 ref={heading} id={id} className={className}>
      {lines.map((text, index) => (
        <TypedLine
          key={text}
          // Screen readers read the lines as one sentence, which needs the space.
          text={index < lines.length - 1 ? `${text} ` : text}
          speed={speed}
          startDelay={startDelays[index] ?? startDelays.at(-1) ?? 0}
          trigger={getTrigger(index)}
          className={lineClasses[index]}
          onDone={() => {
            setFinishedLines(index + 1);
            if (index === lines.length - 1) onDone?.();
          }}
        />
      ))}
    </h2>
  );
}
