import { removeMarkup } from '@/lib/call/transcript/transcript';

it.each([
  ['[warmly] Hello!', 'Hello!'],
  ['Hello [laughs softly], you.', 'Hello, you.'],
  ['One moment.<break time="1.5s"/>Done.', 'One moment. Done.'],
  ['Your code is <spell>AB12</spell>.', 'Your code is AB12.'],
  ['<prosody rate="slow">Slowly</prosody> now', 'Slowly now'],
  ['Say <phoneme alphabet="ipa" ph="a">tomato</phoneme>!', 'Say tomato!'],
  ['Wait <200> [happy] <emotion value="calm" /> here', 'Wait here'],
  ['**Monday**, *really*, ~~Tuesday~~ and `ten`', 'Monday, really, Tuesday and ten'],
  ['_Monday_ and __Tuesday__', 'Monday and Tuesday'],
  ['***So*** **API**s', 'So APIs'],
  ['# Prices\n- one\n* two\n> three', 'Prices\none\ntwo\nthree'],
  ['See [our page](https://example.com/a_b) and ![a logo](x.png).', 'See our page and a logo.'],
  ['  Hello \t you ', 'Hello you'],
])('shows %j as %j', (text, shown) => {
  expect(removeMarkup(text)).toBe(shown);
});

it.each([
  'It is 2 * 3, 2*3 or first_name.',
  '3 < 5, and 7 > 6',
  'That is 1. Friday, 2. Monday.',
  'A well-known firm – really (yes)',
  'Co #1, C# and 50 %',
])('keeps %j', (text) => {
  expect(removeMarkup(text)).toBe(text);
});

it.each([
  ['Hello [laug', 'Hello'],
  ['Hello <brea', 'Hello'],
  ['Hello **Mon', 'Hello Mon'],
  ['Hello **', 'Hello'],
  ['See [our page](https://exam', 'See'],
])('shows the beginning %j as %j', (text, shown) => {
  expect(removeMarkup(text)).toBe(shown);
});
