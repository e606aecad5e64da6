import { Button } from '@/components/ui/button';
import { getServiceName } from '@/lib/contact/service-name';
import type { contactCopyEn } from '@/lib/content/contact-en';

interface LateSuccessProps {
  copy: Omit<(typeof contactCopyEn)['success'], 'notes' | 'another'>;
  /** The requested service; `null` leaves the status empty. */
  service: string | null;
  onClose: () => void;
}

/** The success message for a request whose dialog was closed before it arrived. */
export function LateSuccess({ copy, service, onClose }: LateSuccessProps) {
  const received = `${copy.before}${getServiceName(copy, service ?? '')}${copy.after}`;
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
