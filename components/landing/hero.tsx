import { en } from '@/lib/content/en';
import { site } from '@/lib/content/site';
import { OpenContactButton } from '@/components/contact/open-contact-button';
import { Button } from '@/components/ui/button';
import { cx } from '@/components/ui/cx';
import { Icon, VoiceLine } from '@/components/ui/icon';

const { actions, hero } = en;
const { title, tagline, tryCaller } = hero;

export function Hero() {
  return (
    <section
      id="home"
      aria-labelledby="home-title"
      className={cx(
        'glow relative isolate flex min-h-[calc(100svh-var(--spacing-header))] flex-col',
        'justify-center overflow-hidden pt-10 pb-[max(6rem,11.2vw)]',
        'lg:pt-14 lg:pb-[max(11rem,11.2vw)]',
      )}
    >
      <VoiceLine
        drawing="horizon"
        className="voice-horizon absolute inset-x-0 bottom-0 -z-10 h-20 w-full lg:h-44"
      />
      <div
        className={cx(
          'page-width grid items-center gap-x-16 gap-y-10',
          'lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]',
        )}
      >
        <div>
          <h1 id="home-title" className="text-hero">
            {title}
          </h1>
          <p className="mt-5 max-w-[34rem] text-lead text-muted lg:mt-7">{tagline}</p>
          <div className="actions mt-7 lg:mt-10">
            <OpenContactButton from="hero">{actions.getStarted}</OpenContactButton>
            <Button variant="quiet" href="#phone-caller" data-to-call="">
              <Icon name="phone" />
              <span>{tryCaller}</span>
            </Button>
            <Sample />
          </div>
        </div>
        <ExampleCall />
      </div>
    </section>
  );
}

/** A recorded call of the owner's, with captions; nothing without one. */
function Sample() {
  const { audio, captions } = site.sample;
  if (audio === '') return null;
  return (
    <details className="sample">
      <summary className="btn link">
        <Icon name="sound" />
        <span>{hero.sample}</span>
      </summary>
      {/* An audio element would show no captions. */}
      <video controls preload="none" src={audio}>
        <track default kind="captions" src={captions} srcLang="en" label="English" />
      </video>
    </details>
  );
}

function ExampleCall() {
  const { caption, title, status, lines, results, callLink } = hero.call;
  return (
    <figure
      className={cx(
        'example-call w-full rounded-panel border border-line bg-surface p-card',
        '[line-height:1.375] sm:p-7 lg:max-w-[30rem] lg:justify-self-end',
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
          <div key={line.text} className={cx('grid gap-1', index % 2 === 0 && 'justify-items-end')}>
            <dt className="text-note text-muted">{line.who}</dt>
            <dd className={cx('bubble', index % 2 === 1 && 'bubble-assistant')}>{line.text}</dd>
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
