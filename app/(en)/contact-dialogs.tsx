import { ContactDialog } from '@/components/contact/contact-dialog';
import { HydrationBoundary } from '@/components/ui/hydration/hydration-boundary';
import { site } from '@/lib/content/site';

/** The contact dialog and what it shows after a request. */
export function ContactDialogs() {
  return (
    <HydrationBoundary selector="dialog">
      <ContactDialog mail={site.contactMail} />
    </HydrationBoundary>
  );
}
