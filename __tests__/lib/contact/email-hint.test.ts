import { emailHint } from '@/lib/contact/email-hint';

test.each([
  ['eva@gmial.com', 'eva@gmail.com'],
  ['eva@gamil.com', 'eva@gmail.com'],
  ['eva@gmai.com', 'eva@gmail.com'],
  ['eva@gmaill.com', 'eva@gmail.com'],
  ['eva@gnail.com', 'eva@gmail.com'],
  ['eva@gmail.con', 'eva@gmail.com'],
  ['eva@gmail.co', 'eva@gmail.com'],
  [' Eva@HOTMIAL.com ', 'Eva@hotmail.com'],
  ['eva@outlok.com', 'eva@outlook.com'],
  ['eva@sezman.cz', null],
  ['eva@sezna.cz', 'eva@seznam.cz'],
  ['eva@yahooo.com', 'eva@yahoo.com'],
])('%s may be meant as %s', (typed, meant) => {
  expect(emailHint(typed)).toBe(meant);
});

test.each([
  'eva@gmail.com',
  'eva@mail.com',
  'eva@ymail.com',
  'eva@yahoo.co.uk',
  'eva@outlook.cz',
  'eva@firma.cz',
  'eva@me.com',
  'eva',
  '@gmial.com',
  'eva@b@gmial.com',
  '',
])('%s needs no hint', (typed) => {
  expect(emailHint(typed)).toBeNull();
});
