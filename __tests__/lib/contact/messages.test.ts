/** @jest-environment node */
import type { ErrorCode } from '@/lib/api/errors';
import { errorMessages, shouldOfferMail, storeMessages } from '@/lib/contact/messages';

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
