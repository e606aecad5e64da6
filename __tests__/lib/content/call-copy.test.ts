/** @jest-environment node */
import { callCopyCs } from '@/lib/content/call-cs';
import { callCopyEn } from '@/lib/content/call-en';
import { formatMaxDuration } from '@/lib/content/call-copy';
import { FAILURE_KINDS } from '@/lib/call/failures';

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
  ['English', callCopyEn],
  ['Czech', callCopyCs],
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
  expect(formatMaxDuration(callCopyEn, seconds)).toBe(words);
});

it('uses the specified texts exactly', () => {
  expect(callCopyEn).toMatchObject({
    initialising: 'Initializing AI caller...',
    ready: 'Ready to start your AI call',
    connecting: 'Connecting to AI Assistant...',
    active: 'Call Active',
    end: 'End',
    mute: 'Mute',
    errorTitle: 'Error',
  });
  expect(callCopyCs.errorTitle).toBe('Chyba');
  expect(callCopyEn.failures.unknown.message).toBe('An error occurred during the call');
  expect(callCopyEn.failures['init-failed'].message).toBe('Failed to initialize AI caller');
  expect(callCopyEn.failures['not-configured'].message).toBe('AI caller not properly configured');
  expect(callCopyEn.failures['start-failed'].message).toBe('Failed to start call');
});

it('offers to retry only when that can help', () => {
  const without = FAILURE_KINDS.filter((kind) => !callCopyEn.failures[kind].button);
  expect(without).toEqual([
    ...['not-configured', 'key-rejected', 'assistant-unknown', 'quota-exhausted'],
    ...['calls-spent', 'calls-off'],
  ]);
  expect(FAILURE_KINDS.filter((kind) => callCopyEn.failures[kind].typing)).toEqual([
    ...['microphone-denied', 'microphone-denied-by-system', 'microphone-dismissed'],
    ...['microphone-missing', 'microphone-busy', 'in-app-browser'],
  ]);
  for (const kind of FAILURE_KINDS) {
    expect(callCopyCs.failures[kind].button?.action).toBe(callCopyEn.failures[kind].button?.action);
    expect(callCopyCs.failures[kind].typing).toBe(callCopyEn.failures[kind].typing);
    for (const { failures } of [callCopyEn, callCopyCs]) {
      const { button } = failures[kind];
      const words = [button?.done, button?.byHand].map((text) => typeof text);
      const isCopyLink = button?.action === 'copy-link';
      expect(words).toEqual(isCopyLink ? ['string', 'string'] : ['undefined', 'undefined']);
    }
  }
});

it.each([
  [callCopyEn, 'system settings'],
  [callCopyCs, 'nastavení systému'],
])('names the system settings when the system may forbid the microphone', (copy, settings) => {
  const denied = copy.failures['microphone-denied-by-system'].message.replaceAll('\u00a0', ' ');
  for (const text of [copy.unheard, denied]) expect(text.toLowerCase()).toContain(settings);
  for (const system of ['macOS', 'Windows', 'Android']) expect(denied).toContain(system);
});

it('has no English in the Czech texts', () => {
  const englishSentences = new Set(listSentences(callCopyEn).filter((text) => !codes.has(text)));
  expect(listSentences(callCopyCs).filter((text) => englishSentences.has(text))).toEqual([]);
});

it('uses Czech quotes, dashes and ellipses', () => {
  for (const text of listSentences(callCopyCs)) {
    expect(text).not.toMatch(/["“”](?!\S*“)|'|\.\.\.| - | {2}/);
    // A preposition of one letter never ends a line.
    expect(text).not.toMatch(/(?:^| )[ksvzouai] /iu);
  }
});
