import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Panel } from '@/components/ui/page';
import { Steps } from '@/components/ui/steps';
import { NoteList, TextWithLink } from '@/components/ui/text';
import type { AfterCallCopy, PersonalCopy } from '@/lib/content/personal-cs';
import { phone } from '@/lib/content/phone';
import { getImprintId, imprintTitle } from '@/lib/content/privacy';
import { contactMail, site } from '@/lib/content/site';
import type { Language } from '@/lib/language';
import { GreetingHeading } from './greeting-heading';
import './outreach.css';

interface PersonalPageProps {
  copy: PersonalCopy;
  language: Language;
  /** Must be cleaned already. */
  name: string | null;
  /** Null if the link has no assistant. */
  call: ReactNode;
}

export function PersonalPage({ copy, language, name, call }: PersonalPageProps) {
  return (
    <div
      className={
        'beside-stage page-width grid gap-x-20 gap-y-8 py-10 ' +
        'lg:grid-cols-[1fr_1.1fr] lg:grid-rows-[auto_1fr] lg:py-16'
      }
    >
      <div className="min-w-0">
        <GreetingHeading greeting={copy.greeting} name={name} />
        {call && <p className="mt-5 text-title">{copy.subtitle}</p>}
        <div className="invitation mt-4 grid max-w-[34rem] text-lead text-muted">
          <p>{call ? copy.description : copy.unavailable.description}</p>
          {call && <p>{copy.withoutCall}</p>}
        </div>
      </div>
      <Panel className="demo min-w-0 self-start lg:col-start-2 lg:row-span-2 lg:row-start-1">
        {call ?? <Unavailable copy={copy.unavailable} />}
      </Panel>
      <Assurances copy={copy} language={language} hasCall={call !== null} />
    </div>
  );
}

function Unavailable({ copy }: { copy: PersonalCopy['unavailable'] }) {
  return (
    <div className="mx-auto max-w-md px-6 py-14 text-center">
      <h2 className="text-dialog">{copy.title}</h2>
      <p className="mt-4 text-lead">{copy.text}</p>
      <p className="mt-6 text-muted">
        <TextWithLink before={copy.help} link={contactMail} href={`mailto:${contactMail}`} />
      </p>
    </div>
  );
}

interface AssurancesProps extends Pick<PersonalPageProps, 'copy' | 'language'> {
  hasCall: boolean;
}

function Assurances({ copy, language, hasCall }: AssurancesProps) {
  const { after, ...landing } = copy.landing;
  return (
    <div className="grid gap-6 self-start">
      {hasCall && (
        <>
          <NoteList notes={copy.notes} className="lg:flex-col" />
          <Steps {...copy.steps} />
        </>
      )}
      {phone && (
        <p>
          <TextWithLink before={copy.phone} link={phone.text} href={phone.href} />
        </p>
      )}
      <div className="text-note text-muted">
        <p>
          <TextWithLink {...copy.privacy} href={`/privacy#${language}`} />
        </p>
        <p>
          <TextWithLink {...landing} hrefLang="en" />
          <span>{after}</span>
        </p>
        {site.imprint.length > 0 && (
          <a href={`/privacy#${getImprintId(language)}`} className="btn link">
            {imprintTitle[language]}
          </a>
        )}
      </div>
    </div>
  );
}

interface ReplyLinkProps {
  copy: AfterCallCopy;
  href: string;
  variant?: 'primary' | 'quiet';
}

/** A link to a booking page (https) or to a mail (mailto). */
export function ReplyLink({ copy, href, variant = 'primary' }: ReplyLinkProps) {
  const isMail = href.startsWith('mailto:');
  return (
    <Button href={href} variant={variant}>
      <Icon name={isMail ? 'mail' : 'clock'} />
      <span>{isMail ? copy.mail : copy.booking}</span>
    </Button>
  );
}
