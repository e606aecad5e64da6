import type { ReactNode } from 'react';
import { cx } from '../ui/cx';
import { Icon } from '../ui/icon';
import { VoiceLine } from '../ui/voice-line';

export interface StageProps {
  /** The state in words. */
  title: string;
  tone?: 'plain' | 'live' | 'failed';
  /** The text that `show-call-ready.ts` may show before React runs. */
  next?: string | undefined;
  /** A short word beside the state. */
  mark?: string | null;
  /** At the other end of the first line: a length of time. */
  aside?: ReactNode;
  /** The record of the talk; the brand's line when absent. */
  line?: ReactNode;
  /** What the state shows; scrolls by itself. */
  children?: ReactNode;
  /** What has to be said at this moment, the most urgent last. */
  notes?: readonly string[];
  controls: ReactNode;
}

/** Says that something is under way. */
export function Spinner() {
  return <span aria-hidden="true" className="stage-spinner" />;
}

/**
 * The frame of every state of the call. Its height depends on the window alone, so that no change of state moves anything on
 * the page. Its two live regions stay through all states and hold nothing that changes by itself: each change is
 * announced once.
 */
export function Stage({
  title,
  tone = 'plain',
  next,
  mark,
  aside,
  line,
  children,
  notes = [],
  controls,
}: StageProps) {
  const failed = tone === 'failed';
  const Title = failed ? 'h3' : 'p';
  return (
    <div className="stage">
      <div className="stage-top">
        <div role="status" className="flex min-w-0 flex-wrap items-center gap-x-3">
          <Title
            className={cx(
              'flex items-center gap-2.5 text-title font-normal',
              tone === 'live' && 'text-success',
              failed && 'text-danger',
            )}
            data-ready={next}
            suppressHydrationWarning={next !== undefined}
          >
            {tone === 'live' && (
              <span aria-hidden="true" className="size-2.5 rounded-full bg-current" />
            )}
            {failed && <Icon name="warning" />}
            {title}
          </Title>
          {mark && <p className="stage-mark">{mark}</p>}
        </div>
        {aside}
      </div>
      {line ?? <VoiceLine drawing="horizon" className="h-14 w-full text-line" />}
      <div className="stage-body">
        {children}
        <div role="status" className={failed ? 'stage-failure' : 'stage-notes'}>
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      </div>
      <div className="grid gap-2.5">{controls}</div>
    </div>
  );
}
