/** @jest-environment node */
import type { ErrorCode } from '@/lib/api/errors';
import { errorMessages, shouldOfferMail, storeMessages } from '@/lib/contact/messages';
import { getServiceName } from '@/lib/contact/service-name';
import { contactCopy } from '@/lib/content/contact-en';

test.each(Object.entries({ ...errorMessages, ...storeMessages }))(
  'the error %s is told in a whole sentence',
  (_code, sentence) => {
    expect(sentence).toMatch(/^[A-Z].+[^ ]\.$/);
  },
);

test('an address to write to is offered when sending itself failed, and only then', () => {
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
])('the success message calls %s %s', (value, label) => {
  expect(getServiceName(contactCopy.success, value)).toBe(label);
});
