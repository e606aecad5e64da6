import type { ComponentProps } from 'react';
import { Button } from '@/components/ui/button';
import type { ServiceType } from '@/lib/contact/schema';
import type { DialogPlace } from '@/lib/analytics/events';

/** Id of the contact dialog. */
export const CONTACT_DIALOG_ID = 'contact-dialog';

type OpenContactButtonProps = Pick<
  ComponentProps<typeof Button>,
  'look' | 'className' | 'children'
> & {
  /** Placement, for analytics. */
  from: DialogPlace;
  /** The service that is chosen then. */
  service?: ServiceType | undefined;
};

/** Opens the contact dialog by an invoker command, which works before any script has run. */
export function OpenContactButton({ from, service, ...props }: OpenContactButtonProps) {
  return (
    <Button
      {...props}
      command="show-modal"
      commandfor={CONTACT_DIALOG_ID}
      aria-haspopup="dialog"
      data-from={from}
      data-service={service}
    />
  );
}
