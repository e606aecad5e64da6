import type { Ref } from 'react';
import { NoteList } from '@/components/ui/note-list';
import { TextWithLink } from '@/components/ui/text-with-link';
import { contactCopyEn as copy } from '@/lib/content/contact-en';

interface FormErrorProps {
  ref?: Ref<HTMLDivElement>;
  title?: string;
  /** Our address, if sending failed. */
  mail?: string | undefined;
  children: string;
}

/** The error message above the form. */
export function FormError({ ref, title = copy.errorSummary, mail, children }: FormErrorProps) {
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
      {mail && (
        <p>
          <TextWithLink before={copy.orWrite} link={mail} href={`mailto:${mail}`} />
        </p>
      )}
    </div>
  );
}

/** Trust notes and the privacy link, which opens a new tab if `newTab` says so. */
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
