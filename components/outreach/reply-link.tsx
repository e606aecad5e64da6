import type { PersonalCopy } from '@/lib/content/cs';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';

type ReplyLinkProps = { copy: PersonalCopy['afterCall']; href: string };

/** Leads to where a prospect can answer: a booking page (https) or a mail (mailto). */
export function ReplyLink({ copy, href }: ReplyLinkProps) {
  const writes = href.startsWith('mailto:');
  return (
    <Button href={href}>
      <Icon name={writes ? 'mail' : 'clock'} />
      {writes ? copy.mail : copy.booking}
    </Button>
  );
}
