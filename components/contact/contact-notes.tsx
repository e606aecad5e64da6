import type { contactCopy } from '@/lib/content/contact-en';
import { NoteList } from '../ui/note-list';

type ContactNotesProps = Pick<typeof contactCopy, 'trustNotes' | 'privacy'>;

/** What stands under the contact form: trust notes and the way to the privacy notice. */
export function ContactNotes({ trustNotes, privacy }: ContactNotesProps) {
  return (
    <div className="mt-6 grid gap-2 border-t border-line pt-5">
      <NoteList notes={trustNotes} icons={['shield', 'clock', 'check']} />
      <p className="text-note text-muted">
        {privacy.before}{' '}
        <a href="/privacy" className="link">
          {privacy.link}
        </a>
      </p>
    </div>
  );
}
