/** @jest-environment node */
import { getServiceName } from '@/lib/content/contact-en';

test.each([
  ['ai-customer-support', 'AI Customer Support'],
  ['crm-integrations', 'CRM Integrations'],
  ['appointment-scheduling', 'Appointment Scheduling'],
  ['other', 'Custom Solution'],
  ['telepathy', 'AI Automation'],
  ['constructor', 'AI Automation'],
])('names the service %s as %s', (value, label) => {
  expect(getServiceName(value)).toBe(label);
});
