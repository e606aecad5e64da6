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
  /** Who reads what is written about the page. */
  mail?: string;
  children?: ReactNode;
}

/** Beside a page without the dialog: what happens next, and who answers. */
export function NextCard({ steps, mail = contactMail, children }: NextCardProps) {
  return (
    <aside className="side-card glow">
      {steps && <Steps {...steps} />}
      {children}
      <Person before={contact.person} person={site.person} />
      <p>
        <TextWithLink before={contact.write} link={mail} href={`mailto:${mail}`} />
      </p>
      {phone && (
        <p>
          <TextWithLink before={phoneCaller.phone} link={phone.text} href={phone.href} />
        </p>
      )}
    </aside>
  );
}
