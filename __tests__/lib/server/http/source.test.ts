import { classifySource } from '@/lib/server/http/source';
import { changeSettings, provideSettings } from '../settings';

provideSettings({ SITE_URL: 'https://www.callwright.example' });

test.each([
  ...['www.google.com', 'www.google.co.uk', 'google.cz', 'yandex.com.tr', 'search.seznam.cz'],
  ...['uk.search.yahoo.com', 'cn.bing.com', 'html.duckduckgo.com'],
  'com.google.android.googlequicksearchbox',
])('%s is a search engine', (sent) => expect(classifySource(sent)).toBe('search'));

test.each([
  ...['chatgpt.com', 'chat.openai.com', 'www.perplexity.ai', 'gemini.google.com', 'claude.ai'],
  ...['copilot.microsoft.com', 'copilot.com', 'com.openai.chatgpt', 'utm:chatgpt.com'],
  ...['utm:Perplexity', 'utm:gemini', 'utm:copilot', 'utm:claude.ai', 'ai'],
])('%s is an AI assistant', (sent) => expect(classifySource(sent)).toBe('ai'));

test.each<readonly [sent: string, source: string]>([
  ['mail.google.com', 'referral:mail.google.com'],
  ['notgoogle.com', 'referral:notgoogle.com'],
  ['claude.partner.example', 'referral:claude.partner.example'],
  ['utm:chatgpt_ads', 'utm:chatgpt_ads'],
  ['google.com.evil.example', 'referral:google.com.evil.example'],
  ['WWW.Partner.Example:8443', 'referral:partner.example'],
  ['xn--hkyrky-ptac70bc.fi', 'referral:xn--hkyrky-ptac70bc.fi'],
  ['com.google.android.gm', 'referral:com.google.android.gm'],
  // Of a long host the end is kept.
  [`${'x'.repeat(63)}.partner.example`, `referral:${'x'.repeat(44)}.partner.example`],
  ['utm:LinkedIn_ad-2.0', 'utm:linkedin_ad-2.0'],
  // As it is sent again by a form that is shown again.
  ...['search', 'utm:linkedin_ad-2.0', 'referral:a.example'].map((sent) => [sent, sent] as const),
])('%s is %s', (sent, source) => expect(classifySource(sent)).toBe(source));

test.each([
  ...['www.callwright.example', 'callwright.example', '192.0.2.1:3000', 'intranet', ''],
  // No page sends these.
  ...[undefined, null, 5, {}, ['google.com'], 'utm:', 'referral:', 'utm:a b', 'utm:<b>'],
  ...['utm:jana@example.com', 'jana@example.com', 'partner.example/path', 'a..example'],
  ...['javascript:alert(1)', '.example', 'partner.example.', 'direct\n', '\ud800.example'],
  `utm:${'x'.repeat(41)}`,
])('%j is direct', (sent) => expect(classifySource(sent)).toBe('direct'));

test('our own site is known by its address, without www there', () => {
  changeSettings({ SITE_URL: 'https://callwright.example:8443' });
  expect(classifySource('www.callwright.example:8443')).toBe('direct');
});
