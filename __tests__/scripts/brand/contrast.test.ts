import { checkContrasts, chooseColorScheme, computeContrast } from '@/scripts/brand/contrast';

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

const GROUNDS = ['canvas', 'surface', 'raised'];
const names = {
  black: [...GROUNDS, 'danger-surface', 'danger-fill', 'on-accent', 'on-success'],
  white: [
    ...['ink', 'muted', 'accent', 'accent-from', 'accent-to', 'accent-ink', 'hint'],
    ...['danger', 'success', 'on-danger', 'line-strong', 'danger-line', 'focus', 'ghost'],
  ],
};
const palette = Object.fromEntries([
  ...names.black.map((name) => [name, black] as const),
  ...names.white.map((name) => [name, white] as const),
]);

test.each([
  ['light', [24, 24, 24], [250, 248, 240]],
  ['dark', [250, 248, 240], [24, 24, 24]],
] as const)('form controls are %s if the text is %j on %j', (scheme, ink, canvas) => {
  expect(chooseColorScheme({ ink, canvas })).toBe(scheme);
});

test.each([
  ['nothing', {}, [], []],
  [
    'each pair with too little, and what it needs',
    { muted: [85, 85, 85], 'line-strong': [85, 85, 85] },
    [
      ...GROUNDS.map((ground) => `muted on ${ground} 2.82, needs 4.5 (7 recommended)`),
      ...GROUNDS.map((ground) => `line-strong on ${ground} 2.82, needs 3`),
    ],
    [],
  ],
  [
    'a text that is just too dim',
    { 'danger-fill': [119, 119, 119] },
    ['on-danger on danger-fill 4.48, needs 4.5 (7 recommended)'],
    [],
  ],
  [
    'a text with less than is recommended',
    { 'danger-fill': [118, 118, 118] },
    [],
    ['on-danger on danger-fill 4.54, 7 recommended'],
  ],
] as const)('of a palette is named: %s', (_, changes, refused, discouraged) => {
  expect(checkContrasts({ ...palette, ...changes })).toEqual({ refused, discouraged });
});
