/** @jest-environment node */
import type { ErrorCode } from '@/lib/api/errors';
import { errorMessages, shouldOfferMail, storeMessages } from '@/lib/contact/messages';

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
