import type { ReactNode } from 'react';
import type { Copy } from '@/lib/content/en';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { VoiceLine } from '../ui/voice-line';
import { CallCard } from './call-card';

type HeroProps = Copy['hero'] & {
  /** Opens the contact dialog. */
  action: ReactNode;
};

/** The first screen: title, tagline, two calls to action and an example call. */
export function Hero({ title, tagline, tryCaller, call, action }: HeroProps) {
  return (
    <section
      id="home"
      aria-labelledby="home-title"
      className="glow relative isolate flex min-h-[calc(100svh-var(--spacing-header))] flex-col justify-center overflow-hidden pt-12 pb-28 lg:pt-16 lg:pb-36"
    >
      <VoiceLine
        drawing="horizon"
        className="voice-horizon absolute inset-x-0 bottom-0 -z-10 h-32 w-full lg:h-44"
      />
      <div className="mx-auto grid w-full max-w-7xl items-center gap-x-16 gap-y-14 px-gutter lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
        <div>
          <h1 id="home-title" className="text-hero">
            {title}
          </h1>
          <p className="mt-7 max-w-[34rem] text-lead text-muted">{tagline}</p>
          <div className="mt-10 flex flex-wrap gap-4">
            {action}
            <Button look="quiet" href="#phone-caller" data-to-call="">
              <Icon name="phone" />
              {tryCaller}
            </Button>
          </div>
        </div>
        <CallCard {...call} />
      </div>
    </section>
  );
}
