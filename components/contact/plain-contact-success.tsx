import { Icon } from '@/components/ui/icon';
import { NoteList } from '@/components/ui/note-list';
import { getServiceName } from '@/lib/contact/messages';
import { contactCopyEn } from '@/lib/content/contact-en';

const copy = contactCopyEn.success;

/** The success message of the page `/contact`. */
export function PlainContactSuccess({ service }: { service: string }) {
  return (
    <>
      <span className="mb-6 grid size-14 place-items-center rounded-full bg-success text-on-accent">
        <Icon name="check" className="size-7" />
      </span>
      <h1 className="text-section">{copy.title}</h1>
      <p className="mt-4 mb-6 text-lead text-muted">
        <span>{copy.before}</span>
        <strong className="semibold text-ink">{getServiceName(copy, service)}</strong>
        <span>{copy.after}</span>
      </p>
      <NoteList notes={copy.notes} />
      {/* Without `?new`, the page would show this message again. */}
      <p className="mt-6">
        <a href="/contact?new" className="btn link">
          {copy.another}
        </a>
      </p>
    </>
  );
}
