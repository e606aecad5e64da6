import { Fragment, type ReactNode } from 'react';
import { cx } from '@/components/ui/cx';
import { Icon } from '@/components/ui/icon';

const SPINNER = 'size-6 shrink-0 border-line-strong border-t-accent-ink';

export const Spinner = ({ className = SPINNER }) => (
  <span aria-hidden="true" className={cx('stage-spinner rounded-full border-2', className)} />
);

interface StageTitleProps {
  title: string;
  tone?: 'plain' | 'live' | 'failed' | undefined;
  aside?: ReactNode;
  className?: string;
}

export function StageTitle({ title, tone = 'plain', aside, className }: StageTitleProps) {
  const isFailed = tone === 'failed';
  const Title = isFailed ? 'h3' : 'p';
  return (
    <div
      className={cx(
        'flex items-center justify-between gap-4 @max-[16rem]:min-h-13 @max-[16rem]:flex-wrap',
        className,
      )}
    >
      <div
        role="status"
        className="h-full min-w-0 flex-1 @max-[16rem]:h-auto @max-[16rem]:flex-auto"
      >
        <Title
          key={title}
          className={cx(
            'flex h-full min-h-9 items-center gap-2.5 text-title [font-weight:400]',
            '@max-[16rem]:min-h-0',
            isFailed && 'text-danger',
            tone === 'live' && 'text-success',
          )}
        >
          {tone === 'live' && (
            <span aria-hidden="true" className="size-2.5 rounded-full bg-current" />
          )}
          {isFailed && <Icon name="warning" />}
          <span>{title}</span>
        </Title>
      </div>
      {aside}
    </div>
  );
}

interface StageNotesProps {
  /** The most urgent first. */
  notes: readonly (string | false | null)[];
  /** Changed rarely: screen readers may announce a live region again when its class changes. */
  className: string;
}

export const StageNotes = ({ notes, className }: StageNotesProps) => (
  <div role="status" className={cx(className, '[&>p+p]:text-(length:--text-note)')}>
    {notes.map((note) => note && <p key={note}>{note}</p>)}
  </div>
);

interface StageProps extends StageTitleProps {
  /** Used as a React key: switching it remounts the content instead of moving it. */
  variant: 'waiting' | 'connecting' | 'live' | 'failed';
  cover?: ReactNode;
  record: ReactNode;
  children?: ReactNode;
  notes: StageNotesProps['notes'];
  controls: ReactNode;
}

/** The stage of every state but the receipt. No change of state moves the page. */
export function renderStage(props: StageProps) {
  const { variant, title, tone, aside, cover, record, children, notes, controls } = props;
  // Before a call, its button is in the middle.
  const isBefore = variant === 'waiting' || variant === 'connecting';
  const bar = (
    <div key={`${variant} controls`} className="stage-controls grid gap-2.5">
      {controls}
    </div>
  );
  return (
    <div className={cx(`stage stage-${variant}`, isBefore && 'stage-before')}>
      {cover}
      <StageTitle
        key="title"
        title={title}
        tone={tone}
        aside={aside}
        // Room for two lines on phones, so that a longer title causes no layout shift.
        className="h-13 sm:h-9 @max-[16rem]:h-auto"
      />
      <div key={isBefore ? 'examples' : `${variant} record`} className="stage-line min-h-0">
        {record}
      </div>
      {isBefore && bar}
      <div
        key="body"
        className={cx(
          'stage-body relative flex min-h-0 flex-col',
          notes.some(Boolean) && 'stage-noted',
        )}
      >
        <Fragment key={variant}>{children}</Fragment>
        <StageNotes
          key="notes"
          notes={notes}
          className={
            variant === 'failed'
              ? 'stage-failure'
              : // Many notes scroll.
                'overflow-y-auto text-center text-(length:--text-note) text-hint *:pt-2'
          }
        />
      </div>
      {!isBefore && bar}
    </div>
  );
}
