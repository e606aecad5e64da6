import type { Ref } from 'react';
import { Icon } from '@/components/ui/icon';
import { NoteList, TextWithLink } from '@/components/ui/text';
import { contactCopyEn as copy } from '@/lib/content/contact-en';
import { getServiceName } from '@/lib/content/services-en';
import { contactMail } from '@/lib/content/site';

interface FormErrorProps {
  ref?: Ref<HTMLDivElement>;
  title?: string;
  /** If sending failed. */
  offerMail?: boolean;
  children: string;
}

export function FormError({ ref, title = copy.errorSummary, offerMail, children }: FormErrorProps) {
  return (
    <div
      ref={ref}
      role="alert"
      className={
        'mb-6 rounded-control border border-danger-line bg-danger-surface ' +
        'px-4 py-3 text-note text-danger'
      }
    >
      <p className="semibold">{title}</p>
      <p>{children}</p>
      {offerMail && (
        <p>
          <TextWithLink before={copy.orWrite} link={contactMail} href={`mailto:${contactMail}`} />
        </p>
      )}
    </div>
  );
}

export function ContactNotes(props: { newTab?: string }) {
  return (
    <div className="mt-6 grid gap-2 border-t border-line pt-5">
      <NoteList notes={copy.trustNotes} />
      <p className="text-note text-muted">
        <TextWithLink {...copy.privacy} {...props} href="/privacy" />
      </p>
    </div>
  );
}

interface SuccessMessageProps {
  service: string;
  /** `h1` on a page of its own, `h2` in the dialog. */
  title: 'h1' | 'h2';
  hasAnswer: boolean;
}

export function SuccessMessage({ service, title: Title, hasAnswer }: SuccessMessageProps) {
  const { title, before, after, answer, notes } = copy.success;
  return (
    <>
      <span className="grid size-14 place-items-center rounded-full bg-success text-on-success">
        <Icon name="check" className="size-7" />
      </span>
      <Title
        id="success-title"
        className={`mt-6 ${Title === 'h1' ? 'text-section' : 'text-dialog'}`}
      >
        {title}
      </Title>
      <p id="success-text" className="mt-3 text-lead text-muted">
        <span>{before}</span>
        <strong className="semibold text-ink">{getServiceName(service)}</strong>
        <span>{after}</span>
      </p>
      {hasAnswer && <p className="mt-3 text-muted">{answer}</p>}
      <NoteList notes={notes} className="mt-6" />
    </>
  );
}
