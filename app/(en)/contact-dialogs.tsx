import { ContactDialog } from '@/components/contact/contact-dialog';
import { ContactNotes } from '@/components/contact/contact-notes';
import { SuccessNotes } from '@/components/contact/success-notes';
import { HydrationBoundary } from '@/components/ui/hydration-boundary';
import { MESSAGE_MAX_LENGTH } from '@/lib/contact/schema';
import { contactCopyEn as copy } from '@/lib/content/contact-en';
import { site } from '@/lib/content/site';

/** The contact dialog and what it shows after a request. */
export function ContactDialogs() {
  return (
    <HydrationBoundary selector="dialog">
      <ContactDialog
        copy={copy}
        messageMax={MESSAGE_MAX_LENGTH}
        mail={site.contactMail}
        successNotes={<SuccessNotes notes={copy.success.notes} />}
      >
        <ContactNotes
          trustNotes={copy.trustNotes}
          privacy={{ ...copy.privacy, newTab: copy.newTab }}
        />
      </ContactDialog>
    </HydrationBoundary>
  );
}
