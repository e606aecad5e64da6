'use client';

import { useRef, useState } from 'react';
import { useInView } from './use-in-view';
import { useTyping, type TypingOptions } from './use-typing';

const FIRST_LINE_DELAY_MS = 50;
const NEXT_LINE_DELAY_MS = 150;

interface TypedLineProps extends Pick<TypingOptions, 'startDelay' | 'startState' | 'onDone'> {
  text: string;
  className?: string | undefined;
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
  className?: string;
}

/**
 * A heading that types itself when its section scrolls into view (docs/behaviour.md, sections 4 and
 * 9). Before hydration and with reduced motion it is shown as it is.
 */
export function TypedHeading({ id, lines, lineClasses = [], className }: TypedHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const view = useInView(heading);
  const [finishedLines, setFinishedLines] = useState(0);
  if (view !== 'in' && finishedLines > 0) setFinishedLines(0);

  // | view (`HeadingView`) | line                  | `startState` | shown (`TypingState`)     |
  // | unknown, still       | each                  | done         | done                      |
  // | in                   | up to the one typed   | waiting      | waiting, typing, done     |
  // | in                   | those after it        | idle         | idle                      |
  // | out                  | each                  | idle         | idle                      |
  const getStartState = (index: number) => {
    if (view === 'unknown' || view === 'still') return 'done';
    return view === 'in' && index <= finishedLines ? 'waiting' : 'idle';
  };

  return (
    <h2 ref={heading} id={id} className={className}>
      {lines.map((text, index) => (
        <TypedLine
          key={text}
          // Screen readers read the lines as one sentence, which needs the space.
          text={index < lines.length - 1 ? `${text} ` : text}
          startDelay={index === 0 ? FIRST_LINE_DELAY_MS : NEXT_LINE_DELAY_MS}
          startState={getStartState(index)}
          className={lineClasses[index]}
          onDone={() => setFinishedLines(index + 1)}
        />
      ))}
    </h2>
  );
}
