import type { ComponentProps } from 'react';
import { Button } from '@/components/ui/button';
import type { ServiceType } from '@/lib/services';
import type { DialogPlace } from '@/lib/analytics/events';

export const CONTACT_DIALOG_ID = 'contact-dialog';

interface OpenContactButtonProps extends Pick<
  ComponentProps<typeof Button>,
  'variant' | 'className' | 'children'
> {
  from: DialogPlace;
  service?: ServiceType | undefined;
}

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
