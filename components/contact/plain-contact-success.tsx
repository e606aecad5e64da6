import { serviceName } from '@/lib/contact/service-name';
import { contactCopy } from '@/lib/content/contact-en';
import { Icon } from '../ui/icon';
import { NoteList } from '../ui/note-list';

const copy = contactCopy.success;

/** The success message as a page of its own, for the service that was asked for. */
export function PlainContactSuccess({ service }: { service: string }) {
  return (
    <>
      <span className="mb-6 grid size-14 place-items-center rounded-full bg-success text-on-accent">
        <Icon name="check" className="size-7" />
      </span>
      <h1 className="text-section">{copy.title}</h1>
      <p className="mt-4 mb-6 text-lead text-muted">
        {copy.before}
        <strong className="font-semibold text-ink">{serviceName(copy, service)}</strong>
        {copy.after}
      </p>
      <NoteList notes={copy.notes} />
      {/* Another address than this one, which would show the same message again. */}
      <p className="mt-6">
        <a href="/contact?new" className="link">
          {copy.another}
        </a>
      </p>
    </>
  );
}
