import { ContactDialog } from '@/components/contact/contact-dialog';
import { ContactNotes } from '@/components/contact/contact-notes';
import { SuccessNotes } from '@/components/contact/success-notes';
import { MESSAGE_MAX } from '@/lib/contact/schema';
import { contactCopy } from '@/lib/content/contact-en';
import { site } from '@/lib/content/site';

const { success, trustNotes, privacy } = contactCopy;

/** The contact dialog with its copy and limits, which reach the browser as data, not as code. */
export function ContactDialogs() {
  return (
    <ContactDialog
      copy={contactCopy}
      messageMax={MESSAGE_MAX}
      mail={site.contactMail}
      successNotes={<SuccessNotes notes={success.notes} />}
    >
      <ContactNotes trustNotes={trustNotes} privacy={privacy} />
    </ContactDialog>
  );
}
