import { Fragment, type ReactNode } from 'react';
import { cx } from '@/components/ui/cx';
import { Icon, VoiceLine } from '@/components/ui/icon';
import type { AssistantActivity } from '@/lib/call/types';
import { useCallContext } from './call-context';

export interface StageProps {
  /** Used as a React key: switching it remounts the content instead of moving it. */
  variant: 'waiting' | 'connecting' | 'live' | 'failed' | 'receipt';
  title: string;
  tone?: 'plain' | 'live' | 'failed';
  titleAside?: ReactNode;
  cover?: ReactNode;
  record?: ReactNode;
  children?: ReactNode;
  /** Announced messages, the most urgent first. */
  notes?: readonly (string | false | null)[];
  controls: ReactNode;
}

export function Spinner() {
  return <span aria-hidden="true" className="stage-spinner" />;
}

export function ActivityLabel({ activity }: { activity: AssistantActivity | null }) {
  const { copy } = useCallContext();
  const isSpeaking = activity === 'speaking';
  return (
    <p className="flex min-h-6 items-center gap-2.5 text-note text-muted">
      {activity && (
        <span
          aria-hidden="true"
          className={cx(
            'size-3 shrink-0 border-2 border-accent-ink',
            isSpeaking ? 'rotate-45 bg-accent-ink' : 'rounded-full',
          )}
        />
      )}
      {activity && <span>{isSpeaking ? copy.speaking : copy.listening}</span>}
    </p>
  );
}

/** No change of state moves the page; the two live regions stay, so each is announced once. */
export function Stage({
  variant,
  title,
  tone = 'plain',
  titleAside,
  cover,
  record,
  children,
  notes = [],
  controls,
}: StageProps) {
  const isFailed = tone === 'failed';
  // Changed rarely: screen readers may announce a live region again when its class changes.
  const notesClass =
    variant === 'receipt'
      ? cx('stage-outcome', isFailed && 'text-lead')
      : isFailed
        ? 'stage-failure'
        : 'stage-notes';
  const Title = isFailed ? 'h3' : 'p';
  return (
    <div className={`stage stage-${variant}`}>
      {cover}
      <div className="stage-top">
        <div role="status" className="stage-state">
          <Title
            key={title}
            className={cx(
              'text-title [font-weight:400]',
              tone === 'live' && 'text-success',
              isFailed && 'text-danger',
            )}
          >
            {tone === 'live' && (
              <span aria-hidden="true" className="size-2.5 rounded-full bg-current" />
            )}
            {isFailed && <Icon name="warning" />}
            <span>{title}</span>
          </Title>
        </div>
        {titleAside}
      </div>
      <div key={record ? `${variant} record` : 'brand'} className="stage-line min-h-0">
        {record ?? <VoiceLine drawing="horizon" className="h-full w-full text-line" />}
      </div>
      <div className="stage-body">
        <Fragment key={variant}>{children}</Fragment>
        <div role="status" className={notesClass}>
          {notes.map((note) => note && <p key={note}>{note}</p>)}
        </div>
      </div>
      <div key={`${variant} controls`} className="stage-controls">
        {controls}
      </div>
    </div>
  );
}
