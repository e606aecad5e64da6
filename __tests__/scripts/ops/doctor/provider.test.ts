/** @jest-environment node */
import { findMissingDisclosure } from '@/scripts/ops/doctor/provider';

test.each([
  'Hello, I am an AI assistant.',
  'Hi, this is A.I. speaking.',
  'I am an artificial intelligence.',
  'Dobrý den, jsem AI asistent.',
  'Mluvíte s umělou inteligencí.',
])('%s: has a word for AI', (firstMessage) => {
  expect(findMissingDisclosure({ firstMessage })).toBeNull();
});

test.each(['Hello, this is Anna.', 'Welcome to BAIKAL, said Aidan.', 'AIR speaks.', '', undefined])(
  '%s: has none',
  (firstMessage) => {
    expect(findMissingDisclosure({ firstMessage })).toMatch(/^has no word/);
  },
);

test('a message that is not spoken first does not count', () => {
  const firstMessageMode = 'assistant-waits-for-user';
  expect(findMissingDisclosure({ firstMessage: 'I am an AI.', firstMessageMode })).toBe(
    'begins otherwise: assistant-waits-for-user',
  );
});
