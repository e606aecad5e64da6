import type { ReactNode } from 'react';
import type { Copy } from '@/lib/content/en';
import { TypedHeading } from '../typing/typed-heading';
import { Icon } from '../ui/icon';
import { Section } from '../ui/section';
import { ServiceArt } from './service-art';

type ServicesProps = Copy['services'] & {
  /** Opens the contact dialog. */
  action: ReactNode;
  /** Opens it with the service of a card chosen. */
  ask: (card: Copy['services']['cards'][number]) => ReactNode;
};

/** The three services, each with a drawing of what it does. */
export function Services({ heading, intro, cards, action, ask }: ServicesProps) {
  return (
    <Section id="demo" labelledBy="demo-title" className="border-y border-line bg-surface">
      <div className="grid items-end gap-x-16 gap-y-6 lg:grid-cols-[1.6fr_1fr]">
        <TypedHeading id="demo-title" lines={[heading]} className="text-section" />
        <p className="max-w-[32rem] text-lead text-muted">{intro}</p>
      </div>
      <ul className="mt-14 grid gap-5 lg:mt-20 lg:grid-cols-3">
        {cards.map((card) => (
          <li
            key={card.title}
            className="flex flex-col overflow-hidden rounded-panel border border-line bg-canvas sm:max-lg:grid sm:max-lg:grid-cols-2"
          >
            <div className="glow grid h-52 place-items-center border-b border-line sm:max-lg:h-full sm:max-lg:border-r sm:max-lg:border-b-0">
              <ServiceArt art={card.art} />
            </div>
            <div className="flex flex-1 flex-col items-start p-6 lg:p-8">
              <h3 className="text-title">{card.title}</h3>
              <p className="mt-3 text-muted">{card.text}</p>
              <ul className="mt-6 mb-5 grid gap-2.5 text-note">
                {card.points.map((point) => (
                  <li key={point} className="flex items-center gap-2.5">
                    <Icon name="check" className="text-accent" />
                    {point}
                  </li>
                ))}
              </ul>
              <div className="mt-auto">{ask(card)}</div>
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-12 flex justify-center">{action}</div>
    </Section>
  );
}
