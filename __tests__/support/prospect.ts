import {
  type Prospect,
  PROSPECT_FIELD_NAMES,
  type ProspectFieldName,
} from '@/lib/outreach/prospect';

/** Each fact as null. */
export const NO_FACTS = Object.fromEntries(
  PROSPECT_FIELD_NAMES.map((name) => [name, null]),
) as Record<ProspectFieldName, null>;

/** A prospect as the database and a link have them. */
export const buildProspect = (fields: Partial<Prospect> = {}): Prospect => ({
  ...NO_FACTS,
  assistant: 'demo-cs',
  name: 'Jan Novák',
  company: 'Novák s.r.o.',
  ...fields,
});
