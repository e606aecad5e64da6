/** In the order of the form's select. The database checks the shape: lower case, hyphens, 40. */
export const SERVICE_TYPES = [
  'ai-customer-support',
  'crm-integrations',
  'appointment-scheduling',
  'other',
] as const;

export type ServiceType = (typeof SERVICE_TYPES)[number];

export function isServiceType(text: string): text is ServiceType {
  return SERVICE_TYPES.some((known) => known === text);
}
