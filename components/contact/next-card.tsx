import type { ReactNode } from 'react';
import { Person } from '@/components/ui/person';
import { Steps, type StepsCopy } from '@/components/ui/steps';
import { TextWithLink } from '@/components/ui/text';
import { en } from '@/lib/content/en';
import { phone } from '@/lib/content/phone';
import { contactMail, site } from '@/lib/content/site';

const { contact, phoneCaller } = en;

interface NextCardProps {
  steps?: StepsCopy;
  children?: ReactNode;
}

/** Beside a page without the dialog: what happens next, and who answers. */
export function NextCard({ steps, children }: NextCardProps) {
  return (
    <aside
      className={
        'glow grid gap-6 self-start rounded-panel border border-line bg-surface p-card sm:p-8'
      }
    >
      {steps && <Steps {...steps} />}
      {children}
      <Person before={contact.person} person={site.person} />
      <p>
        <TextWithLink before={contact.write} link={contactMail} href={`mailto:${contactMail}`} />
      </p>
      {phone && (
        <p>
          <TextWithLink before={phoneCaller.phone} link={phone.text} href={phone.href} />
        </p>
      )}
    </aside>
  );
}
