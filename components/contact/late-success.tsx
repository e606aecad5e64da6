import { Button } from '@/components/ui/button';
import { contactCopyEn } from '@/lib/content/contact-en';
import { getServiceName } from '@/lib/content/services-en';

const copy = contactCopyEn.success;

interface LateSuccessProps {
  /** The requested service; `null` leaves the status empty. */
  service: string | null;
  onClose: () => void;
}

/** The success message for a request whose dialog was closed before it arrived. */
export function LateSuccess({ service, onClose }: LateSuccessProps) {
  const received = `${copy.before}${getServiceName(service ?? '')}${copy.after}`;
  return (
    <div role="status" className={service ? 'late-success' : undefined}>
      {service && (
        <>
          <p className="text-note">{`${copy.title} ${received}`}</p>
          <Button variant="nav" onClick={onClose} className="link">
            {copy.close}
          </Button>
        </>
      )}
    </div>
  );
}
