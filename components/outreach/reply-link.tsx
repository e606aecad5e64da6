import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { AfterCallCopy } from '@/lib/content/personal-cs';

interface ReplyLinkProps {
  copy: AfterCallCopy;
  href: string;
  variant?: 'primary' | 'quiet';
}

/** A link to a booking page (https) or to a mail (mailto). */
export function ReplyLink({ copy, href, variant = 'primary' }: ReplyLinkProps) {
  const isMail = href.startsWith('mailto:');
  return (
    <Button href={href} variant={variant}>
      <Icon name={isMail ? 'mail' : 'clock'} />
      <span>{isMail ? copy.mail : copy.booking}</span>
    </Button>
  );
}
