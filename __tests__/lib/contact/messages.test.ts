/** @jest-environment node */
import type { ErrorCode } from '@/lib/api/errors';
import {
  errorMessages,
  getServiceName,
  shouldOfferMail,
  storeMessages,
} from '@/lib/contact/messages';
import { contactCopyEn } from '@/lib/content/contact-en';

test.each(Object.entries({ ...errorMessages, ...storeMessages }))(
  'explains %s in a whole sentence',
  (_code, sentence) => {
    expect(sentence).toMatch(/^[A-Z].+[^ ]\.$/);
  },
);

test('offers an address to write to only when sending failed', () => {
  const codes = Object.keys(errorMessages) as ErrorCode[];
  expect(codes.filter(shouldOfferMail)).toEqual(['unavailable', 'internal']);
});

test.each([
  ['ai-customer-support', 'AI Customer Support'],
  ['crm-integrations', 'CRM Integrations'],
  ['appointment-scheduling', 'Appointment Scheduling'],
  ['other', 'Custom Solution'],
  ['telepathy', 'AI Automation'],
  ['constructor', 'AI Automation'],
])('names the service %s as %s', (value, label) => {
  expect(getServiceName(contactCopyEn.success, value)).toBe(label);
});
