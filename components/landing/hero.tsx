import { en } from '@/lib/content/en';
import { OpenContactButton } from '@/components/contact/open-contact-button';
import { Button } from '@/components/ui/button';
import { cx } from '@/components/ui/cx';
import { HydrationBoundary } from '@/components/ui/hydration-boundary';
import { Icon, VoiceLine } from '@/components/ui/icon';
import { ExampleCall } from './example-call';

const { actions, hero } = en;
const { title, tagline, tryCaller } = hero;

export function Hero() {
  return (
    <HydrationBoundary parent="main" selector="#home">
      <section
        id="home"
        aria-labelledby="home-title"
        className={cx(
          'glow relative isolate flex min-h-[calc(100svh-var(--spacing-header))] flex-col',
          'justify-center overflow-hidden pt-10 pb-24 lg:pt-14 lg:pb-[max(11rem,11.2vw)]',
        )}
      >
        <VoiceLine
          drawing="horizon"
          className={cx(
            'voice-horizon absolute inset-x-0 bottom-0 -z-10',
            'h-20 w-full lg:h-[max(11rem,11.2vw)]',
          )}
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
            <div className="mt-7 flex flex-wrap gap-3 lg:mt-10 lg:gap-4">
              <OpenContactButton from="hero">{actions.getStarted}</OpenContactButton>
              <Button variant="quiet" href="#phone-caller" data-to-call="">
                <Icon name="phone" />
                <span>{tryCaller}</span>
              </Button>
            </div>
          </div>
          <ExampleCall />
        </div>
      </section>
    </HydrationBoundary>
  );
}
