/** @jest-environment node */
import type { CallCopy } from '@/lib/content/call-en';
import { TEXTS } from '@/lib/content/languages';
import { LANGUAGE_CODES } from '@/lib/language';

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

test.each(LANGUAGE_CODES)('the texts of the call in %s are as short as the stage needs', (code) => {
  const tooLong = ROOM.flatMap(([where, letters, pick]) =>
    Object.entries(pick(TEXTS[code].call))
      .filter(([, text]) => [...text].length > letters)
      .map(([label, text]) => `${label}: “${text}” has ${text.length}, ${letters} fit ${where}`),
  );
  expect(tooLong).toEqual([]);
});
