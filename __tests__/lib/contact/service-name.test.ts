/** @jest-environment node */
import { getServiceName } from '@/lib/contact/service-name';
import { contactCopy } from '@/lib/content/contact-en';

test.each([
  ['crm-integrations', 'CRM Integrations'],
  ['appointment-scheduling', 'Appointment Scheduling'],
  ['other', 'Custom Solution'],
  ['telepathy', 'AI Automation'],
  ['constructor', 'AI Automation'],
])('the success message calls %s %s', (value, label) => {
  expect(getServiceName(contactCopy.success, value)).toBe(label);
});
