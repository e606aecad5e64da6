import { Fragment, useLayoutEffect, useRef, type ReactNode } from 'react';
import { cx } from '@/components/ui/cx';
import { Icon, VoiceLine } from '@/components/ui/icon';
import type { CallCopy } from '@/lib/content/call-en';
import type { CallStateOf } from '@/lib/call/session/call-state';
import type { AssistantActivity } from '@/lib/call/types';
import { useCallContext } from './call-context';

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
  controls: ReactNode;
}

const SPINNER = 'size-6 shrink-0 border-line-strong border-t-accent-ink';

export const Spinner = ({ className = SPINNER }) => (
  <span aria-hidden="true" className={cx('stage-spinner rounded-full border-2', className)} />
);

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

export function formatClock(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`;
}

/** The length of the call as mm:ss, written without rendering. It is not announced. */
export function CallTimer({ state }: { state: CallStateOf<'live'> }) {
  const { copy } = useCallContext();
  const { startedAt, endsAt, lastMinute } = state;
  const line = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    let timeout: number;
    const tick = () => {
      const seconds = Math.floor((Math.min(Date.now(), endsAt) - startedAt) / 1000);
      // In new elements: a new text in an old one counts as a layout shift.
      const digits = [...formatClock(Math.max(0, seconds))].map((digit) => {
        const box = document.createElement('span');
        box.textContent = digit;
        return box;
      });
      line.current?.replaceChildren(...digits);
      timeout = window.setTimeout(tick, 1000 - ((Date.now() - startedAt) % 1000));
    };
    tick();
    return () => clearTimeout(timeout);
  }, [startedAt, endsAt]);
  return (
    <p
      ref={line}
      role="timer"
      aria-live="off"
      aria-label={copy.elapsed}
      className={cx('stage-timer shrink-0 text-title', lastMinute && 'text-accent-ink')}
    />
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
  const isReceipt = variant === 'receipt';
  // Before a call, its button is in the middle.
  const isBefore = variant === 'waiting' || variant === 'connecting';
  // Changed rarely: screen readers may announce a live region again when its class changes.
  const notesClass = isReceipt
    ? '-order-1 text-(length:--text-note) empty:hidden in-data-[tone=failed]:text-lead'
    : isFailed
      ? 'stage-failure'
      : // Many notes scroll.
        'overflow-y-auto text-center text-(length:--text-note) text-hint *:pt-2';
  const Title = isFailed ? 'h3' : 'p';
  const bar = (
    <div
      key={`${variant} controls`}
      className="stage-controls grid gap-2.5 receipt:mt-auto receipt:self-stretch"
    >
      {controls}
    </div>
  );
  return (
    <div className={cx(`stage stage-${variant}`, isBefore && 'stage-before')} data-tone={tone}>
      {cover}
      <div
        className={cx(
          // Room for two lines on phones, so that a longer title causes no layout shift.
          'flex h-13 items-center justify-between gap-4 sm:h-9',
          '@max-[17rem]:h-auto @max-[17rem]:min-h-13 @max-[17rem]:flex-wrap',
          'receipt:-order-2 receipt:h-auto receipt:items-baseline receipt:justify-start',
        )}
      >
        <div
          role="status"
          className={cx(
            'h-full min-w-0 flex-1 @max-[17rem]:h-auto @max-[17rem]:flex-auto',
            'receipt:h-auto receipt:flex-initial',
          )}
        >
          <Title
            key={title}
            className={cx(
              'flex h-full items-center gap-2.5 text-title [font-weight:400] receipt:min-h-9',
              'in-data-[tone=failed]:text-danger in-data-[tone=live]:text-success',
            )}
          >
            {tone === 'live' && (
              <span aria-hidden="true" className="size-2.5 rounded-full bg-current" />
            )}
            {isFailed && <Icon name="warning" />}
            <span className="stage-title">{title}</span>
          </Title>
        </div>
        {titleAside}
      </div>
      <div
        key={isBefore ? 'examples' : record ? `${variant} record` : 'brand'}
        className="stage-line min-h-0 receipt:-order-2 receipt:h-10"
      >
        {record ?? <VoiceLine drawing="horizon" className="h-full w-full text-line-strong" />}
      </div>
      {isBefore && bar}
      <div className="stage-body relative flex min-h-0 flex-col receipt:[display:contents]">
        <Fragment key={variant}>{children}</Fragment>
        <div role="status" className={cx(notesClass, '[&>p+p]:text-(length:--text-note)')}>
          {notes.map((note) => note && <p key={note}>{note}</p>)}
        </div>
      </div>
      {!isBefore && bar}
    </div>
  );
}

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
