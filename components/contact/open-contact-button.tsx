import type { ComponentProps } from 'react';
import { Button } from '@/components/ui/button';

/** Id of the contact dialog. */
export const CONTACT_DIALOG_ID = 'contact-dialog';

type OpenContactButtonProps = Pick<
  ComponentProps<typeof Button>,
  'look' | 'className' | 'children'
>;

/** Opens the contact dialog by an invoker command, which works before any script has run. */
export function OpenContactButton(props: OpenContactButtonProps) {
  return (
    <Button {...props} command="show-modal" commandfor={CONTACT_DIALOG_ID} aria-haspopup="dialog" />
  );
}
