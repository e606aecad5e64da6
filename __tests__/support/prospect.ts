import type { Prospect } from '@/lib/outreach/prospect';

/** A prospect as the database and a link have them. */
export const buildProspect = (fields: Partial<Prospect> = {}): Prospect => ({
  assistant: 'demo-cs',
  name: 'Jan Novák',
  company: 'Novák s.r.o.',
  ...fields,
});
