import type { ReactNode } from 'react';
import { en } from '@/lib/content/en';
import { phone } from '@/lib/content/phone';
import { TypedHeading } from '@/components/typing/typed-heading';
import { NoteList, TextWithLink } from '@/components/ui/text';
import { Panel } from '@/components/ui/page';
import { Steps } from '@/components/ui/steps';
import { Section } from './section';

const { heading, text, notes, steps, phone: callUs, privacy } = en.phoneCaller;

export function CallSection({ children }: { children: ReactNode }) {
  return (
    <Section id="phone-caller">
      <div
        className={
          'beside-stage grid gap-x-20 gap-y-6 lg:grid-cols-[1fr_1.1fr] lg:grid-rows-[auto_1fr]'
        }
      >
        <div className="lg:col-start-1 lg:row-start-1">
          <TypedHeading id="phone-caller-heading" lines={[heading]} />
          <p className="mt-5 max-w-[32rem] text-lead text-muted">{text}</p>
        </div>
        <Panel className="self-start lg:col-start-2 lg:row-span-2 lg:row-start-1">{children}</Panel>
        <div className="grid gap-6 self-start">
          <NoteList notes={notes} className="lg:flex-col" />
          <Steps {...steps} />
          {phone && (
            <p>
              <TextWithLink before={callUs} link={phone.text} href={phone.href} />
            </p>
          )}
          <p className="text-note text-muted">
            <TextWithLink {...privacy} href="/privacy" />
          </p>
        </div>
      </div>
    </Section>
  );
}
