import { en } from '@/lib/content/en';
import { site } from '@/lib/content/site';
import { OpenContactButton } from '@/components/contact/open-contact-button';
import { TypedHeading } from '@/components/typing/typed-heading';
import { cx } from '@/components/ui/cx';
import { NoteList } from '@/components/ui/text';
import { Section } from './section';

const { actions, contact } = en;
const { heading, intro, benefits, notes, withoutScript, person } = contact;
const { name, role } = site.person;

export function ContactSection() {
  return (
    <Section id="contact" labelledBy="contact-section-title" className="scroll-mt-0 pt-0">
      <div className="glow rounded-panel border border-line bg-raised p-card sm:p-10">
        <div className="grid gap-x-20 gap-y-8 lg:grid-cols-[1.1fr_1fr]">
          <div className="flex flex-col items-start">
            <TypedHeading id="contact-section-title" lines={[heading]} className="text-section" />
            <p className="mt-5 max-w-[30rem] text-lead text-muted">{intro}</p>
            {name && (
              <p className="mt-4 text-muted">
                {`${person} ${[name, role].filter(Boolean).join(', ')}.`}
              </p>
            )}
            <div className="actions mt-8 max-sm:w-full">
              <OpenContactButton from="contact">{actions.claim}</OpenContactButton>
              <noscript>
                <a href={withoutScript.href} className="btn link">
                  {withoutScript.label}
                </a>
              </noscript>
            </div>
          </div>
          <ol className="self-center">
            {benefits.map((benefit, index) => (
              <li
                key={benefit.title}
                className={cx(
                  'grid grid-cols-[2.5rem_1fr] border-t border-line-strong py-4',
                  'first:border-t-0 first:pt-0',
                )}
              >
                <span aria-hidden="true" className="text-title text-accent-ink">
                  {index + 1}
                </span>
                <div>
                  <h3 className="text-title">{benefit.title}</h3>
                  <p className="mt-1 text-muted">{benefit.text}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
        <NoteList notes={notes} className="border-t border-line-strong pt-5 lg:mt-8" />
      </div>
    </Section>
  );
}
