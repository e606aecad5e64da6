/**
 * The services that a visitor can ask for, in the order of the form's select. The database checks
 * only the shape of the value: lower-case letters and hyphens, at most 40.
 */
export const SERVICE_TYPES = [
  'ai-customer-support',
  'crm-integrations',
  'appointment-scheduling',
  'other',
] as const;

export type ServiceType = (typeof SERVICE_TYPES)[number];

/** Whether a text is the value of a service. */
export function isServiceType(text: string): text is ServiceType {
  return SERVICE_TYPES.some((known) => known === text);
}
