import { Icon } from '@/components/ui/icon';
import { NoteList } from '@/components/ui/note-list';
import { contactCopyEn } from '@/lib/content/contact-en';
import { getServiceName } from '@/lib/content/services-en';

const copy = contactCopyEn.success;

interface SuccessMessageProps {
  service: string;
  /** `h1` on a page of its own, `h2` in the dialog. */
  title: 'h1' | 'h2';
  answer?: string | undefined;
}

/** Says that a request was sent. */
export function SuccessMessage({ service, title: Title, answer }: SuccessMessageProps) {
  return (
    <>
      <span className="grid size-14 place-items-center rounded-full bg-success text-on-success">
        <Icon name="check" className="size-7" />
      </span>
      <Title
        id="success-title"
        className={`mt-6 ${Title === 'h1' ? 'text-section' : 'text-dialog'}`}
      >
        {copy.title}
      </Title>
      <p id="success-text" className="mt-3 text-lead text-muted">
        <span>{copy.before}</span>
        <strong className="semibold text-ink">{getServiceName(service)}</strong>
        <span>{copy.after}</span>
      </p>
      {answer && <p className="mt-3 text-muted">{answer}</p>}
      <NoteList notes={copy.notes} className="mt-6" />
    </>
  );
}
