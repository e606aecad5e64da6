import { formatMaxDuration } from '@/components/call/call-view';
import { type CallCopy, callCopyEn } from '@/lib/content/call-en';
import { ERROR_TEXTS } from '@/lib/content/errors';
import { TEXTS } from '@/lib/content/languages';
import { LANGUAGE_CODES, type Language } from '@/lib/language';

function listTexts(copy: object): string[] {
  return Object.values(copy).flatMap((value: unknown) => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? listTexts(value) : [];
  });
}

/** A single word, a sign or placeholders may be the same in two languages: “Mikrofon”. */
const listSentences = (language: Language) => {
  const { page, call, writePrivacy } = TEXTS[language];
  const { text, retry, home } = ERROR_TEXTS[language];
  const { title, intro, parts } = writePrivacy(12);
  const texts = listTexts({ page, call, text, retry, home, title, intro, parts });
  return texts.filter((each) => / \S/.test(each) && !/^(\{\w+\} \w+ ?)+$/.test(each));
};

/**
 * How many letters of average width a text of the stage may have. `e2e/call/stage.spec.ts` measures
 * them in the browser; this says so in a second.
 */
const ROOM: [where: string, letters: number, pick: (copy: CallCopy) => Record<string, string>][] = [
  [
    'on one line of a control at 360 px',
    9,
    ({ mute, muted, keyboard, sound, end }) => ({ mute, muted, keyboard, sound, end }),
  ],
  [
    'on the two lines of a title next to the spinner at 320 px',
    32,
    ({ initialising, connecting }) => ({ initialising, connecting }),
  ],
  ['on the two lines of a title next to the timer at 320 px', 22, ({ active }) => ({ active })],
  [
    'on the two lines of a title at 320 px',
    40,
    ({ ready, ending, errorTitle, endedBy }) => ({ ready, ending, errorTitle, ...endedBy }),
  ],
  [
    'on the two lines of a quick reply at 320 px',
    52,
    ({ examples }) => Object.fromEntries(Object.entries(examples.sentences)),
  ],
];

describe.each(LANGUAGE_CODES)('the texts in %s', (language) => {
  const { call, writePrivacy } = TEXTS[language];

  test('say which language they are', () => {
    expect(call.language).toBe(language);
    expect([`/privacy#${language}`, '/privacy']).toContain(call.privacyHref);
  });

  test('have no sentence of another language', () => {
    const others = LANGUAGE_CODES.filter((code) => code !== language).flatMap(listSentences);
    expect(listSentences(language).filter((text) => others.includes(text))).toEqual([]);
  });

  test('have the placeholders of the English ones', () => {
    const listPlaceholders = (copy: object) =>
      listTexts(copy).flatMap((text) => text.match(/\{\w+\}/g) ?? []);
    expect(listPlaceholders(call)).toEqual(listPlaceholders(callCopyEn));
  });

  test('name every language of the personal page in the privacy notice', () => {
    const names = new Intl.DisplayNames(language, { type: 'language' });
    const notice = JSON.stringify(writePrivacy(12));
    for (const code of LANGUAGE_CODES) expect(notice).toContain(names.of(code));
  });

  test('are as short as the stage of a call needs', () => {
    const tooLong = ROOM.flatMap(([where, letters, pick]) =>
      Object.entries(pick(call))
        .filter(([, text]) => [...text].length > letters)
        .map(([label, text]) => `${label}: “${text}” has ${text.length}, ${letters} fit ${where}`),
    );
    expect(tooLong).toEqual([]);
  });
});

test('the Czech ones have Czech quotes, dashes and ellipses', () => {
  expect(
    listSentences('cs').filter((text) => /["“”](?!\S*“)|'|\.\.\.| - | {2}/.test(text)),
  ).toEqual([]);
});

test.each([
  [240, '4'],
  [241, '5'],
])('%i seconds of a call are rounded up to %s minutes', (seconds, minutes) => {
  expect(formatMaxDuration(callCopyEn, seconds)).toBe(
    callCopyEn.timeLimit.replace('{minutes}', minutes),
  );
});
