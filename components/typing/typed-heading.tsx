'use client';

import { useEffect, useRef } from 'react';
import { typeInView } from './type-in-view';

interface TypedHeadingProps {
  id: string;
  lines: readonly string[];
  lineClasses?: readonly string[];
  className?: string;
}

/** The whole text is always in the document, and shown before hydration. */
export function TypedHeading({ id, lines, lineClasses = [], className }: TypedHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (heading.current) return typeInView(heading.current);
  }, []);
  return (
    <h2 ref={heading} id={id} className={className}>
      {lines.map((text, index) => (
        <span key={text} className={lineClasses[index]}>
          <span className="typing-line">
            {/* Screen readers read the lines as one sentence, which needs the space. */}
            <span>{index < lines.length - 1 ? `${text} ` : text}</span>
          </span>
        </span>
      ))}
    </h2>
  );
}
