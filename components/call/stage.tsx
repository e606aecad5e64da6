import { Fragment, type ReactNode } from 'react';
import { cx } from '@/components/ui/cx';
import { Icon, VoiceLine } from '@/components/ui/icon';

interface StageProps {
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
  /** Of a receipt: all that is below the messages. */
  controls: ReactNode;
}

const SPINNER = 'size-6 shrink-0 border-line-strong border-t-accent-ink';

export const Spinner = ({ className = SPINNER }) => (
  <span aria-hidden="true" className={cx('stage-spinner rounded-full border-2', className)} />
);

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
  const isReceipt = variant === 'receipt';
  // Before a call, its button is in the middle.
  const isBefore = variant === 'waiting' || variant === 'connecting';
  // Changed rarely: screen readers may announce a live region again when its class changes.
  const notesClass = isReceipt
    ? cx('empty:hidden', isFailed ? 'text-lead' : 'text-(length:--text-note)')
    : isFailed
      ? 'stage-failure'
      : // Many notes scroll.
        'overflow-y-auto text-center text-(length:--text-note) text-hint *:pt-2';
  const Title = isFailed ? 'h3' : 'p';
  const bar = (
    <div
      key={`${variant} controls`}
      className={isReceipt ? '[display:contents]' : 'stage-controls grid gap-2.5'}
    >
      {controls}
    </div>
  );
  return (
    <div className={cx(`stage stage-${variant}`, isBefore && 'stage-before')}>
      {cover}
      <div
        className={cx(
          'flex items-center justify-between gap-4 @max-[16rem]:min-h-13 @max-[16rem]:flex-wrap',
          // Room for two lines on phones, so that a longer title causes no layout shift.
          !isReceipt && 'h-13 sm:h-9 @max-[16rem]:h-auto',
        )}
      >
        <div
          role="status"
          className="h-full min-w-0 flex-1 @max-[16rem]:h-auto @max-[16rem]:flex-auto"
        >
          <Title
            key={title}
            className={cx(
              'flex h-full items-center gap-2.5 text-title [font-weight:400]',
              isReceipt && 'min-h-9',
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
        {titleAside}
      </div>
      {!isReceipt && (
        <div
          key={isBefore ? 'examples' : record ? `${variant} record` : 'brand'}
          className="stage-line min-h-0"
        >
          {record ?? (
            <VoiceLine
              drawing="horizon"
              className="stage-mark h-full min-h-0 w-full text-line-strong"
            />
          )}
        </div>
      )}
      {isBefore && bar}
      <div
        className={cx(
          'stage-body',
          isReceipt ? '[display:contents]' : 'relative flex min-h-0 flex-col',
          notes.some(Boolean) && 'stage-noted',
        )}
      >
        <Fragment key={variant}>{children}</Fragment>
        <div role="status" className={cx(notesClass, '[&>p+p]:text-(length:--text-note)')}>
          {notes.map((note) => note && <p key={note}>{note}</p>)}
        </div>
      </div>
      {!isBefore && bar}
    </div>
  );
}
