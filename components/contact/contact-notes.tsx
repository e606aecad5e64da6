import type { ComponentProps } from 'react';
import { NoteList } from '@/components/ui/note-list';
import { TextWithLink } from '@/components/ui/text-with-link';
import type { contactCopyEn } from '@/lib/content/contact-en';

interface ContactNotesProps extends Pick<typeof contactCopyEn, 'trustNotes'> {
  privacy: Omit<ComponentProps<typeof TextWithLink>, 'href'>;
}

/** Trust notes and the privacy link under the contact form. */
export function ContactNotes({ trustNotes, privacy }: ContactNotesProps) {
  return (
    <div className="mt-6 grid gap-2 border-t border-line pt-5">
      <NoteList notes={trustNotes} icons={['shield', 'clock', 'check']} />
      <p className="text-note text-muted">
        <TextWithLink {...privacy} href="/privacy" />
      </p>
    </div>
  );
}
