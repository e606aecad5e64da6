import { ContactDialog } from '@/components/contact/contact-dialog';
import { ContactNotes } from '@/components/contact/contact-notes';
import { SuccessNotes } from '@/components/contact/success-notes';
import { MESSAGE_MAX_LENGTH } from '@/lib/contact/schema';
import { contactCopyEn } from '@/lib/content/contact-en';
import { site } from '@/lib/content/site';

const { trustNotes, privacy, newTab, home, message, success, ...copy } = contactCopyEn;
const { cut, ...messageCopy } = message;
const { notes, another, ...successCopy } = success;

/** Passes the contact dialog only the texts that it shows, because they become part of the page. */
export function ContactDialogs() {
  return (
    <ContactDialog
      copy={{ ...copy, message: messageCopy, success: successCopy }}
      messageMax={MESSAGE_MAX_LENGTH}
      mail={site.contactMail}
      successNotes={<SuccessNotes notes={notes} />}
    >
      <ContactNotes trustNotes={trustNotes} privacy={{ ...privacy, newTab }} />
    </ContactDialog>
  );
}
