import { en } from '@/lib/content/en';
import { site } from '@/lib/content/site';
import { OpenContactButton } from '@/components/contact/open-contact-button';
import { TypedHeading } from '@/components/typing/typed-heading';
import { Icon } from '@/components/ui/icon';
import { Person } from '@/components/ui/person';
import { NoteList } from '@/components/ui/text';
import { Section } from './section';

const { actions, contact } = en;
const { heading, intro, benefits, notes, withoutScript, person } = contact;

export function ContactSection() {
  return (
    <Section id="contact" className="scroll-mt-0 pt-0">
      <div className="glow rounded-panel border border-line bg-raised p-card sm:p-10">
        <div className="grid gap-x-20 gap-y-8 lg:grid-cols-[1.1fr_1fr]">
          <div className="flex flex-col items-start gap-6">
            <TypedHeading id="contact-heading" lines={[heading]} />
            <p className="max-w-[30rem] text-lead text-muted">{intro}</p>
            <Person before={person} person={site.person} />
            <div className="actions">
              <OpenContactButton from="contact">{actions.claim}</OpenContactButton>
              <noscript>
                <a href={withoutScript.href} className="btn link">
                  {withoutScript.label}
                </a>
              </noscript>
            </div>
          </div>
          <ul className="self-center">
            {benefits.map((benefit) => (
              <li
                key={benefit.title}
                className="flex gap-4 border-t border-line-strong py-4 first:border-t-0 first:pt-0"
              >
                <Icon name="check" className="mt-1 size-6 text-accent-ink" />
                <div>
                  <h3 className="text-title">{benefit.title}</h3>
                  <p className="mt-1 text-muted">{benefit.text}</p>
                </div>
              </li>
            ))}
          </ul>
        </div>
        <NoteList notes={notes} className="border-t border-line-strong pt-5 lg:mt-8" />
      </div>
    </Section>
  );
}
