import { type Facts, type Prospect, PROSPECT_COLUMNS } from '@/lib/outreach/prospect';

/** Each fact as null. */
export const NO_FACTS = Object.fromEntries(
  PROSPECT_COLUMNS.map((column) => [column, null]),
) as Record<keyof Facts, null>;

/** A prospect as the database and a link have them. */
export const buildProspect = (fields: Partial<Prospect> = {}): Prospect => ({
  ...NO_FACTS,
  vapi_assistant_id: 'demo-cs',
  contact_name: 'Jan Novák',
  company_name: 'Novák s.r.o.',
  ...fields,
});
