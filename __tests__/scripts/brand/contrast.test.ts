/** @jest-environment node */
import { readFileSync } from 'node:fs';
import {
  checkContrasts,
  chooseColorScheme,
  computeContrast,
  TEXT_CONTRAST,
} from '@/scripts/brand/contrast';

const black = [0, 0, 0] as const;
const white = [255, 255, 255] as const;

test.each([
  [black, white, 21],
  [white, white, 1],
  // The lightest gray that is readable on white, and the next one.
  [[118, 118, 118], white, 4.54],
  [[119, 119, 119], white, 4.48],
] as const)('the contrast of %j and %j is %d', (one, other, contrast) => {
  expect(computeContrast(one, other)).toBeCloseTo(contrast, 2);
  expect(computeContrast(other, one)).toBeCloseTo(contrast, 2);
});

const names = {
  black: [
    ...['canvas', 'surface', 'raised', 'danger-surface', 'danger-fill'],
    ...['on-accent', 'on-success'],
  ],
  white: [
    ...['ink', 'muted', 'accent', 'accent-from', 'accent-to', 'accent-ink', 'hint'],
    ...['danger', 'success', 'on-danger', 'line-strong', 'danger-line', 'focus'],
  ],
};
const palette = Object.fromEntries([
  ...names.black.map((name) => [name, black] as const),
  ...names.white.map((name) => [name, white] as const),
]);

test('accepts text and edges with enough contrast', () => {
  expect(checkContrasts(palette)).toEqual({ refused: [], discouraged: [] });
});

test('a bright fill on white needs only a text that is read on it', () => {
  const light = Object.fromEntries(
    Object.entries(palette).map(([name, color]) => [name, color === black ? white : black]),
  );
  const yellow = [255, 210, 63] as const;
  const [accent, accentFrom, accentTo] = [yellow, yellow, yellow];
  const bright = { ...light, accent, 'accent-from': accentFrom, 'accent-to': accentTo };
  expect(checkContrasts({ ...bright, 'on-accent': black }).refused).toEqual([]);
  expect(checkContrasts({ ...bright, 'accent-ink': yellow, focus: yellow }).refused).toEqual(
    expect.arrayContaining([
      'accent-ink on canvas 1.44, needs 4.5 (7 recommended)',
      'focus on canvas 1.44, needs 3',
      'on-accent on accent 1.44, needs 4.5 (7 recommended)',
    ]),
  );
});

test.each([
  ['light', [24, 24, 24], [250, 248, 240]],
  ['dark', [250, 248, 240], [24, 24, 24]],
] as const)('form controls are %s if the text is %j on %j', (scheme, ink, canvas) => {
  expect(chooseColorScheme({ ink, canvas })).toBe(scheme);
});

test('names each pair with too little, and what it needs', () => {
  const gray = [85, 85, 85] as const;
  expect(checkContrasts({ ...palette, muted: gray, 'line-strong': gray }).refused).toEqual([
    ...['canvas', 'surface', 'raised'].map(
      (ground) => `muted on ${ground} 2.82, needs 4.5 (7 recommended)`,
    ),
    ...['canvas', 'surface', 'raised'].map((ground) => `line-strong on ${ground} 2.82, needs 3`),
  ]);
});

test('names each text with less than is recommended', () => {
  expect(checkContrasts({ ...palette, 'danger-fill': [119, 119, 119] })).toEqual({
    refused: ['on-danger on danger-fill 4.48, needs 4.5 (7 recommended)'],
    discouraged: [],
  });
  expect(checkContrasts({ ...palette, 'danger-fill': [118, 118, 118] })).toEqual({
    refused: [],
    discouraged: ['on-danger on danger-fill 4.54, 7 recommended'],
  });
});

test('the guide says what is needed and what is recommended', () => {
  const guide = readFileSync('docs/make-it-yours.md', 'utf8').replace(/\s+/g, ' ');
  const { needed, recommended } = TEXT_CONTRAST;
  expect(guide).toContain(`at least ${needed}:1, and ${recommended}:1 is recommended`);
});
