/** @jest-environment node */
import { callCopyCs } from '@/lib/content/call-cs';
import { callCopyEn } from '@/lib/content/call-en';
import { formatMaxDuration } from '@/components/call/stage';
import { TEXTS } from '@/lib/content/languages';
import { LANGUAGE_CODES } from '@/lib/language';
import { FAILURE_KINDS, FAILURES } from '@/lib/call/failures';

function listSentences(copy: object): string[] {
  return Object.values(copy).flatMap((value: unknown) => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? listSentences(value) : [];
  });
}

const codes = new Set([
  // May be the same in several languages.
  ...['{minutes} min {seconds} s', '{seconds} s', '2', '3', '4'],
  ...['retry', 'load-again', 'copy-link', 'open-secure'],
]);

/** A single word, or a sign, may be the same in two languages: “Mikrofon”. */
const isSentence = (text: string) => / \S/.test(text) && !codes.has(text);

it.each(LANGUAGE_CODES)('has a message and a label for every failure in %s', (language) => {
  const copy = TEXTS[language].call;
  expect(Object.keys(copy.failures).sort()).toEqual([...FAILURE_KINDS].sort());
  for (const { message, button } of Object.values(copy.failures)) {
    expect(message).not.toBe('');
    expect(button?.label).not.toBe('');
  }
});

it.each([
  [240, '4'],
  [241, '5'],
])('rounds up %i seconds to %s minutes', (seconds, minutes) => {
  expect(formatMaxDuration(callCopyEn, seconds)).toBe(
    callCopyEn.timeLimit.replace('{minutes}', minutes),
  );
});

it('offers to retry only when that can help', () => {
  const without = FAILURE_KINDS.filter((kind) => !callCopyEn.failures[kind].button);
  expect(without).toEqual(FAILURE_KINDS.filter((kind) => FAILURES[kind].action === null));
  expect(without).toEqual(
    expect.arrayContaining([
      ...['not-configured', 'key-rejected', 'assistant-unknown', 'quota-exhausted'],
      ...['calls-spent', 'calls-off'],
    ]),
  );
  const withTyping = FAILURE_KINDS.filter((kind) => callCopyEn.failures[kind].typing);
  expect(withTyping).toEqual(FAILURE_KINDS.filter((kind) => FAILURES[kind].typing));
  expect(withTyping).toEqual(
    expect.arrayContaining([
      ...['microphone-denied', 'microphone-denied-by-system', 'microphone-dismissed'],
      ...['microphone-missing', 'microphone-busy'],
    ]),
  );
  for (const kind of FAILURE_KINDS) {
    for (const { call } of Object.values(TEXTS)) {
      const { button, typing } = call.failures[kind];
      expect(button?.action).toBe(callCopyEn.failures[kind].button?.action);
      expect(typing).toBe(callCopyEn.failures[kind].typing);
      const words = [button?.done, button?.byHand].map((text) => typeof text);
      const isCopyLink = button?.action === 'copy-link';
      expect(words).toEqual(isCopyLink ? ['string', 'string'] : ['undefined', 'undefined']);
    }
  }
});

it.each(LANGUAGE_CODES)('names in %s the systems that may forbid the microphone', (language) => {
  const denied = TEXTS[language].call.failures['microphone-denied-by-system'].message;
  for (const system of ['macOS', 'Windows', 'Android']) expect(denied).toContain(system);
});

it('has no English in the Czech texts', () => {
  const englishSentences = new Set(listSentences(callCopyEn).filter((text) => !codes.has(text)));
  expect(listSentences(callCopyCs).filter((text) => englishSentences.has(text))).toEqual([]);
});

it.each(LANGUAGE_CODES)('has in %s no sentence of another language', (language) => {
  const sentences = listSentences(TEXTS[language].call).filter(isSentence);
  for (const other of LANGUAGE_CODES.filter((code) => code !== language)) {
    const others = new Set(listSentences(TEXTS[other].call));
    expect(sentences.filter((text) => others.has(text))).toEqual([]);
  }
});

it.each(LANGUAGE_CODES)('has the same placeholders in %s as in English', (language) => {
  const listPlaceholders = (copy: object) =>
    listSentences(copy).flatMap((text) => text.match(/\{\w+\}/g) ?? []);
  expect(listPlaceholders(TEXTS[language].call)).toEqual(listPlaceholders(callCopyEn));
});

it('uses Czech quotes, dashes and ellipses', () => {
  for (const text of listSentences(callCopyCs)) {
    expect(text).not.toMatch(/["“”](?!\S*“)|'|\.\.\.| - | {2}/);
    // A preposition of one letter never ends a line.
    expect(text).not.toMatch(/(?:^| )[ksvzouai] /iu);
  }
});
