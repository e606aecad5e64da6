import { en } from '@/lib/content/en';
import { cx } from '@/components/ui/cx';
import { Icon, VoiceLine } from '@/components/ui/icon';

const { caption, title, status, lines, results, callLink } = en.hero.call;

export function ExampleCall() {
  return (
    <figure
      className={cx(
        'example-call w-full max-w-[30rem] justify-self-center rounded-panel border border-line',
        'bg-surface p-card [line-height:1.375] sm:p-7 lg:justify-self-end',
      )}
    >
      <div className="flex items-center gap-4 border-b border-line pb-5">
        <span className="lit grid size-12 shrink-0 place-items-center rounded-full">
          <Icon name="phone" />
        </span>
        <div>
          <p className="semibold">{title}</p>
          <p className="text-note text-success">{status}</p>
        </div>
        <VoiceLine drawing="call" className="ml-auto h-12 w-28 min-w-0 text-accent-ink" />
      </div>
      <dl className="mt-5 grid gap-4">
        {lines.map((line, index) => (
          <div
            key={line.text}
            className={cx('max-w-[88%]', index % 2 === 1 && 'justify-self-end text-right')}
          >
            <dt className="text-note text-muted">{line.who}</dt>
            <dd
              className={cx(
                'mt-1 inline-block rounded-card px-4 py-2.5 text-left',
                index % 2 === 1
                  ? 'rounded-tr-sm bg-accent text-on-accent'
                  : 'rounded-tl-sm bg-raised',
              )}
            >
              {line.text}
            </dd>
          </div>
        ))}
      </dl>
      <ul className="mt-6 flex flex-wrap gap-x-5 gap-y-2 border-t border-line pt-5 text-note">
        {results.map((result) => (
          <li key={result} className="flex items-center gap-2">
            <Icon name="check" className="text-success" />
            <span>{result}</span>
          </li>
        ))}
      </ul>
      <figcaption
        className={cx(
          'mt-4 flex flex-wrap items-center justify-between gap-x-4',
          'text-note text-muted',
        )}
      >
        <span>{caption}</span>
        <a href="#phone-caller" data-to-call="" className="btn link">
          {callLink}
        </a>
      </figcaption>
    </figure>
  );
}
