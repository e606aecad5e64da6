/** The services that a visitor can ask for; the database knows the same ones. */
export const SERVICE_TYPES = [
  'ai-customer-support',
  'crm-integrations',
  'appointment-scheduling',
  'other',
] as const;

export type ServiceType = (typeof SERVICE_TYPES)[number];
