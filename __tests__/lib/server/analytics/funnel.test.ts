import { LANGUAGE_CODES } from '@/lib/language';
import { isCountable, describePageView } from '@/lib/server/analytics/funnel';
import { provideSettings } from '../settings';

provideSettings({ SITE_URL: 'https://www.callwright.example' });

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0';
const SAFARI = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5';
const agents = {
  android: `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`,
  androidTablet: `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Safari/537.36`,
  firefoxTablet: 'Mozilla/5.0 (Android 14; Tablet; rv:145.0) Gecko/145.0 Firefox/145.0',
  iphone: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${SAFARI} Mobile/15E148`,
  oldIpad: `Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) ${SAFARI} Mobile/15E148`,
  mac: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI} Safari/605.1.15`,
  windows: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`,
};
const createHeaders = (agent: string, more: object = {}) =>
  new Headers({ 'user-agent': agent, ...more });

test.each<[keyof typeof agents, string, hint?: string]>([
  ['android', 'phone'],
  ['androidTablet', 'tablet'],
  ['firefoxTablet', 'tablet'],
  ['iphone', 'phone'],
  ['oldIpad', 'tablet'],
  ['mac', 'desktop'],
  ['windows', 'desktop'],
  ['windows', 'desktop', '?0'],
  ['windows', 'phone', '?1'],
])('takes %s for a %s, and counts it', (name, device, hint = '') => {
  const more = { dnt: '0', 'sec-gpc': '0', ...(hint && { 'sec-ch-ua-mobile': hint }) };
  const headers = createHeaders(agents[name], more);
  expect(describePageView({ page: '/' }, headers).device).toBe(device);
  expect(isCountable(headers)).toBe(true);
});

test.each([
  [undefined, 'direct'],
  ['', 'direct'],
  ['www.google.com', 'search'],
  ['chatgpt.com', 'ai'],
  ['b.example', 'referral'],
  ['utm:google', 'campaign'],
  ['utm:chatgpt.com', 'ai'],
  ['constructor', 'direct'],
])('reads the source %j as %s', (source, entry) => {
  expect(describePageView({ page: '/', source }, createHeaders(agents.mac)).entry).toBe(entry);
});

test.each([
  ...LANGUAGE_CODES.map((code) => ['/outreach', code, code] as const),
  ['/outreach', undefined, 'cs'],
  ['/', undefined, 'en'],
  // By a page translator, or by somebody else.
  ['/outreach', 'fr', 'cs'],
  ['/outreach', 'constructor', 'cs'],
  ['/', 'en', 'en'],
  ['/', 'cs', 'en'],
] as const)('counts %s with lang="%s" as %s', (page, sent, language) => {
  const view = describePageView({ page, language: sent }, createHeaders(agents.mac));
  expect(view.language).toBe(language);
});

test.each<[string, object?]>([
  [`Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/143.0.0.0 Safari/537.36`],
  [`${agents.android} Chrome-Lighthouse`],
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)'],
  [''],
  [agents.mac, { dnt: '1' }],
  [agents.mac, { 'sec-gpc': '1' }],
])('counts no program, and nobody who objects: %s', (agent, more = {}) => {
  expect(isCountable(createHeaders(agent, more))).toBe(false);
});
