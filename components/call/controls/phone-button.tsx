import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { phone } from '@/lib/content/phone';

/** The number to dial, next to the other ways on after a failure; nothing without a number. */
export function PhoneButton() {
  return (
    phone && (
      <Button variant="quiet" href={phone.href} className="whitespace-nowrap">
        <Icon name="phone" />
        <span>{phone.text}</span>
      </Button>
    )
  );
}
