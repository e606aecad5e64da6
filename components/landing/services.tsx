import { en } from '@/lib/content/en';
import { OpenContactButton } from '@/components/contact/open-contact-button';
import { TypedHeading } from '@/components/typing/typed-heading';
import ornaments from '@/components/ui/ornaments.svg';
import { NoteList } from '@/components/ui/text';
import { site } from '@/lib/content/site';
import { Section } from './section';

const { actions, services } = en;
const { heading, intro, cards } = services;

/** The services, “Core Features” in the menu, one card each with a button that asks about it. */
export function Services() {
  return (
    <Section id="demo" className="border-y border-line bg-surface">
      <div className="grid items-start gap-x-16 gap-y-5 lg:grid-cols-[1.6fr_1fr]">
        <TypedHeading id="demo-heading" lines={[heading]} />
        <p className="max-w-[32rem] text-lead text-muted">{intro}</p>
      </div>
      <ul className="service-cards mt-6 gap-4 lg:mt-10 lg:gap-5">
        {cards.map((card) => (
          <li key={card.title} className="glow">
            <figure className="p-card lg:p-7">
              <svg viewBox="15 9 290 134" aria-hidden="true" className="service-art">
                <use href={`${ornaments.src}#${card.drawing}`} />
              </svg>
              <figcaption className="mt-3 text-note text-muted">{card.example}</figcaption>
            </figure>
            <div className="flex flex-col items-start p-card pb-3 lg:p-7 lg:pb-5">
              <h3 className="text-title">{card.title}</h3>
              <p className="mt-2 text-muted">{card.text}</p>
              <NoteList
                notes={card.points.map((text) => ({ icon: 'check', text }))}
                className="mt-4 mb-2 flex-col text-ink"
              />
              <div className="mt-auto">
                <OpenContactButton
                  from="services"
                  service={card.service}
                  variant="text"
                  className="link"
                >
                  {card.ask}
                </OpenContactButton>
              </div>
            </div>
          </li>
        ))}
      </ul>
      {site.tools.length > 0 && (
        <div className="mt-8 grid justify-items-center gap-4">
          <p className="text-muted">{en.questions.tools.connected}</p>
          <ul className="flex flex-wrap justify-center gap-x-8 gap-y-4">
            {site.tools.map(({ name, mark }) => (
              <li key={name} className="semibold flex items-center gap-2.5">
                {/* eslint-disable-next-line @next/next/no-img-element -- no image optimizer */}
                {mark !== '' && <img src={mark} alt="" width="28" height="28" loading="lazy" />}
                <span>{name}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="actions mt-6 justify-center lg:mt-8">
        <OpenContactButton from="services">{actions.getStartedToday}</OpenContactButton>
      </div>
    </Section>
  );
}
