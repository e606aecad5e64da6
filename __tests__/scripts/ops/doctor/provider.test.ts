import { namesAi } from '@/scripts/ops/doctor/provider';

test.each([
  'Hello, I am an AI assistant.',
  'Hi, this is A.I. speaking.',
  'I am an artificial intelligence.',
  'Dobrý den, jsem AI asistent.',
  'Mluvíte s umělou inteligencí.',
])('%s: has a word for AI', (firstMessage) => expect(namesAi(firstMessage)).toBe(true));

test.each(['Hello, this is Anna.', 'Welcome to BAIKAL, said Aidan.', 'AIR speaks.', '', undefined])(
  '%s: has none',
  (firstMessage) => expect(namesAi(firstMessage)).toBe(false),
);
