import { useCallback, useState } from 'react';
import type { CallCopy } from '@/lib/content/call-en';
import { useCallContext } from './call-context';

export const formatMaxDuration = ({ timeLimit }: CallCopy, maxSeconds: number) =>
  timeLimit.replace('{minutes}', String(Math.ceil(maxSeconds / 60)));

interface ExamplesProps {
  /** The time limit of a call, once it is known. */
  maxSeconds?: number | undefined;
}

export function Examples({ maxSeconds }: ExamplesProps) {
  const { copy } = useCallContext();
  const { title, sentences } = copy.examples;
  // It scrolls if the text is large.
  const [isScrollable, setIsScrollable] = useState(false);
  const watchSize = useCallback((box: HTMLDivElement) => {
    // A ResizeObserver also fires on observe().
    const observer = new ResizeObserver(() => setIsScrollable(box.scrollHeight > box.clientHeight));
    for (const element of [box, ...box.children]) observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={watchSize}
      role="group"
      aria-label={title}
      tabIndex={isScrollable ? 0 : undefined}
      className="min-h-0 flex-1 overflow-y-auto"
    >
      <p className="flex justify-between gap-4 text-note text-muted">
        <span>{title}</span>
        <span>{maxSeconds === undefined ? '' : formatMaxDuration(copy, maxSeconds)}</span>
      </p>
      <ul className="mt-2 grid gap-2.5 text-lead [line-height:1.375]">
        {sentences.map((sentence) => (
          // Quotation marks would make English pages load the second font file.
          <li key={sentence} className="border-l-2 border-line-strong pl-3">
            {sentence}
          </li>
        ))}
      </ul>
    </div>
  );
}
