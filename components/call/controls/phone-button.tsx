import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { phone } from '@/lib/content/phone';

/** Nothing without a number. */
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
