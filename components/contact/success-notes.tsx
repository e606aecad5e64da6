import type { contactCopy } from '@/lib/content/contact-en';
import { NoteList } from '../ui/note-list';

/** What stands under the success message. */
export function SuccessNotes({ notes }: Pick<(typeof contactCopy)['success'], 'notes'>) {
  return <NoteList notes={notes} icons={['clock', 'gift', 'check']} className="mt-6" />;
}
