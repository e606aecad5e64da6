/** @jest-environment node */
import { callCs } from '@/lib/content/call-cs';
import { callEn } from '@/lib/content/call-en';
import { FAILURE_KINDS, formatMaxDuration } from '@/lib/content/call-copy';

function listSentences(copy: object): string[] {
  return Object.values(copy).flatMap((value: unknown) => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? listSentences(value) : [];
  });
}

const codes = new Set([
  // The same in both languages.
  ...['{minutes} min {seconds} s', '{seconds} s', '2', '3', '4'],
  ...['en', 'cs', 'retry', 'load-again', 'copy-link', 'open-secure'],
]);

it.each([
  ['English', callEn],
  ['Czech', callCs],
])('has a message for every failure and a label on every button in %s', (_, copy) => {
  expect(Object.keys(copy.failures).sort()).toEqual([...FAILURE_KINDS].sort());
  for (const { message, button } of Object.values(copy.failures)) {
    expect(message).not.toBe('');
    expect(button?.label).not.toBe('');
  }
});

it.each([
  [240, 'up to 4 min'],
  [241, 'up to 5 min'],
])('rounds up %i seconds to %s', (seconds, words) => {
  expect(formatMaxDuration(callEn, seconds)).toBe(words);
});

it('uses the specified texts exactly', () => {
  expect(callEn).toMatchObject({
    initialising: 'Initializing AI caller...',
    ready: 'Ready to start your AI call',
    connecting: 'Connecting to AI Assistant...',
    active: 'Call Active',
    end: 'End',
    mute: 'Mute',
    errorTitle: 'Error',
  });
  expect(callCs.errorTitle).toBe('Chyba');
  expect(callEn.failures.unknown.message).toBe('An error occurred during the call');
  expect(callEn.failures['init-failed'].message).toBe('Failed to initialize AI caller');
  expect(callEn.failures['not-configured'].message).toBe('AI caller not properly configured');
  expect(callEn.failures['start-failed'].message).toBe('Failed to start call');
});

it('offers to retry only when that can help', () => {
  const without = FAILURE_KINDS.filter((kind) => !callEn.failures[kind].button);
  expect(without).toEqual([
    ...['not-configured', 'key-rejected', 'assistant-unknown', 'quota-exhausted'],
    ...['calls-spent', 'calls-off'],
  ]);
  expect(FAILURE_KINDS.filter((kind) => callEn.failures[kind].typing)).toEqual([
    ...['microphone-denied', 'microphone-dismissed', 'microphone-missing', 'microphone-busy'],
    'in-app-browser',
  ]);
  for (const kind of FAILURE_KINDS) {
    expect(callCs.failures[kind].button?.action).toBe(callEn.failures[kind].button?.action);
    expect(callCs.failures[kind].typing).toBe(callEn.failures[kind].typing);
    for (const { failures } of [callEn, callCs]) {
      const { button } = failures[kind];
      const words = [button?.done, button?.byHand].map((text) => typeof text);
      const isCopyLink = button?.action === 'copy-link';
      expect(words).toEqual(isCopyLink ? ['string', 'string'] : ['undefined', 'undefined']);
    }
  }
});

it('has no English in the Czech texts', () => {
  const englishSentences = new Set(listSentences(callEn).filter((text) => !codes.has(text)));
  expect(listSentences(callCs).filter((text) => englishSentences.has(text))).toEqual([]);
});

it('uses Czech quotes, dashes and ellipses', () => {
  for (const text of listSentences(callCs)) {
    expect(text).not.toMatch(/["“”](?!\S*“)|'|\.\.\.| - | {2}/);
    // A preposition of one letter never ends a line.
    expect(text).not.toMatch(/(?:^| )[ksvzouai] /iu);
  }
});
