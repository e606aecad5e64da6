/** @jest-environment node */
import { findMissingDisclosure } from '@/scripts/ops/doctor/provider';

const firstMessageMode = 'assistant-speaks-first';

test.each([
  'Hello, I am an AI assistant.',
  'Hi, this is A.I. speaking.',
  'I am an artificial intelligence.',
  'Dobrý den, jsem AI asistent.',
  'Mluvíte s umělou inteligencí.',
])('%s: has a word for AI', (firstMessage) => {
  expect(findMissingDisclosure({ firstMessage, firstMessageMode })).toBeNull();
});

test.each(['Hello, this is Anna.', 'Welcome to BAIKAL, said Aidan.', 'AIR speaks.', '', null])(
  '%s: has none',
  (firstMessage) => {
    expect(findMissingDisclosure({ firstMessage, firstMessageMode })).toMatch(/^has no word/);
  },
);
