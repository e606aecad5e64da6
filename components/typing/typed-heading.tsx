'use client';

import { useRef, useState } from 'react';
import { TypedLine } from './typed-line';
import { useInView } from './use-in-view';

interface TypedHeadingProps {
  id: string;
  lines: readonly string[];
  /** Extra classes of each line. */
  lineClasses?: readonly string[];
  /** Milliseconds per character. */
  speed?: number;
  /** Milliseconds before each line starts. */
  startDelays?: readonly number[];
  /** When to type: as the section comes into view, or when the caller says so. */
  start?: 'in-view' | boolean;
  onDone?: () => void;
  className?: string;
}

/**
 * A section heading (`h2`) that types itself when its section scrolls into view, and resets when the section leaves
 * (docs/behaviour.md, sections 4 and 9). It is simply shown before hydration and under reduced motion. Assistive
 * technology always reads the whole sentence.
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
  const inView = useInView(heading);
  const [finished, setFinished] = useState(0);
  const started = inView !== null && (start === 'in-view' ? inView : start);
  if (!started && finished > 0) setFinished(0);

  const triggerOf = (index: number) => {
    if (inView === null) return 'off';
    return started && index <= finished ? 'go' : 'armed';
  };

  return (
    <h2 ref={heading} id={id} className={className}>
      {lines.map((text, index) => (
        <TypedLine
          key={text}
          // The space separates the lines where the heading is read as one sentence.
          text={index < lines.length - 1 ? `${text} ` : text}
          speed={speed}
          startDelay={startDelays[index] ?? startDelays.at(-1) ?? 0}
          trigger={triggerOf(index)}
          className={lineClasses[index]}
          onDone={() => {
            setFinished(index + 1);
            if (index === lines.length - 1) onDone?.();
          }}
        />
      ))}
    </h2>
  );
}
