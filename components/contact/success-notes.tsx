import { NoteList } from '@/components/ui/note-list';
import type { contactCopyEn } from '@/lib/content/contact-en';

/** The notes under the success message. */
export function SuccessNotes({ notes }: Pick<(typeof contactCopyEn)['success'], 'notes'>) {
  return <NoteList notes={notes} icons={['clock', 'gift', 'check']} className="mt-6" />;
}
