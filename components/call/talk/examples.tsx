import type { CallShellCopy } from '@/lib/content/call-copy';

type ExamplesProps = CallShellCopy['examples'] & {
  /** How long a call may take, once that is known. */
  limit?: string | undefined;
};

/** What one can say, for those who have never talked to such an assistant. */
export function Examples({ title, sentences, limit }: ExamplesProps) {
  return (
    // Reached by keyboard, since it scrolls where the text is large.
    <div role="group" aria-label={title} tabIndex={0} className="min-h-0 flex-1 overflow-y-auto">
      <p className="flex justify-between gap-4 text-note text-muted">
        <span>{title}</span>
        <span>{limit}</span>
      </p>
      <ul className="mt-2 grid gap-2.5 text-lead [line-height:1.375]">
        {sentences.map((sentence) => (
          // Without quotation marks: on an English page they would be the only signs of the second typeface file.
          <li key={sentence} className="border-l-2 border-line-strong pl-3">
            {sentence}
          </li>
        ))}
      </ul>
    </div>
  );
}
