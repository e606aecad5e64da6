import { VoiceLine } from '@/components/ui/icon';
import type { CallCopy } from '@/lib/content/call-en';
import { useCallContext } from './call-context';

export const formatMaxDuration = ({ timeLimit }: CallCopy, maxSeconds: number) =>
  timeLimit.replace('{minutes}', String(Math.ceil(maxSeconds / 60)));

interface ExamplesProps {
  /** The time limit of a call, once it is known. */
  maxSeconds?: number | undefined;
}

/** The mark of the voice, under the first of the things that can be said. */
export function Examples({ maxSeconds }: ExamplesProps) {
  const { copy } = useCallContext();
  return (
    <>
      <p className="flex justify-between gap-4 text-note text-muted">
        <span>{copy.examples.title}</span>
        <span>{maxSeconds === undefined ? '' : formatMaxDuration(copy, maxSeconds)}</span>
      </p>
      <Chips sentences={copy.examples.sentences.slice(0, 1)} />
      <VoiceLine drawing="horizon" className="stage-mark" />
    </>
  );
}

export function MoreExamples() {
  const { copy } = useCallContext();
  return <Chips sentences={copy.examples.sentences.slice(1)} />;
}

function Chips({ sentences }: { sentences: readonly string[] }) {
  return (
    <ul className="stage-chips">
      {sentences.map((sentence) => (
        // Quotation marks would make English pages load the second font file.
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
