import { cx } from '../ui/cx';

interface CallStatusProps {
  /** The widget's state; null when it is unusable. */
  text: string | null;
  /** The text that `show-call-ready.ts` may show before React runs. */
  next?: string | undefined;
  live?: boolean;
  /** Further messages, the most urgent last. */
  notes?: readonly string[];
  failure?: { title: string; message: string } | null;
}

/**
 * The widget's only live region. It stays in the document through all states and holds nothing that changes by itself,
 * so each change of state is announced once.
 */
export function CallStatus({ text, next, live = false, notes = [], failure }: CallStatusProps) {
  return (
    <div role="status" className="grid w-full max-w-md justify-items-center gap-3">
      {text !== null && (
        <p
          className={cx('text-title', live && 'text-success')}
          data-ready={next}
          suppressHydrationWarning={next !== undefined}
        >
          {text}
        </p>
      )}
      {notes.map((note) => (
        <p key={note} className={live ? 'font-semibold' : 'text-muted'}>
          {note}
        </p>
      ))}
      {failure && (
        <div className="grid w-full gap-2 rounded-card border border-danger-line bg-danger-surface p-5 text-left">
          <h3 className="font-semibold text-danger">{failure.title}</h3>
          <p>{failure.message}</p>
        </div>
      )}
    </div>
  );
}
