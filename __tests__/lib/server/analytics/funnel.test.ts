/** @jest-environment node */
import { LANGUAGE_CODES } from '@/lib/language';
import { COUNTED_PAGES, isCountable, describePageView } from '@/lib/server/analytics/funnel';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0';
const agents = {
  android: `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`,
  androidTablet: `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Safari/537.36`,
  firefoxTablet: 'Mozilla/5.0 (Android 14; Tablet; rv:145.0) Gecko/145.0 Firefox/145.0',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, ' +
    'like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  oldIpad:
    'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like ' +
    'Gecko) Version/12.1 Mobile/15E148 Safari/604.1',
  mac:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, ' +
    'like Gecko) Version/18.5 Safari/605.1.15',
  windows: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`,
};
const createHeaders = (agent: string, more = {}) => new Headers({ 'user-agent': agent, ...more });

test.each([
  ['android', 'phone'],
  ['androidTablet', 'tablet'],
  ['firefoxTablet', 'tablet'],
  ['iphone', 'phone'],
  ['oldIpad', 'tablet'],
  ['mac', 'desktop'],
  ['windows', 'desktop'],
] as const)('takes %s for a %s', (name, device) => {
  expect(describePageView({ page: '/' }, createHeaders(agents[name])).device).toBe(device);
});

test('prefers the client hint for phones to the user agent', () => {
  const headers = createHeaders(agents.windows, { 'sec-ch-ua-mobile': '?1' });
  expect(describePageView({ page: '/' }, headers).device).toBe('phone');
  const not = createHeaders(agents.windows, { 'sec-ch-ua-mobile': '?0' });
  expect(describePageView({ page: '/' }, not).device).toBe('desktop');
});

test.each([
  [undefined, 'direct'],
  ['', 'other'],
  ['google', 'google'],
  ['GOOGLE', 'google'],
  ['google-ads', 'other'],
  ['direct', 'other'],
  ['constructor', 'other'],
])('reads the source %j as %s', (source, entry) => {
  expect(describePageView({ page: '/', source }, createHeaders(agents.mac)).entry).toBe(entry);
});

test('knows the language of each counted page', () => {
  const views = COUNTED_PAGES.map((page) => describePageView({ page }, createHeaders(agents.mac)));
  expect(views.map(({ page, language }) => [page, language])).toEqual([
    ['/', 'en'],
    ['/outreach', 'cs'],
  ]);
});

test.each([
  ...LANGUAGE_CODES.map((code) => ['/outreach', code, code] as const),
  // By a page translator, or by somebody else.
  ['/outreach', 'fr', 'cs'],
  ['/outreach', 'constructor', 'cs'],
  ['/', 'en', 'en'],
  ['/', 'cs', 'en'],
] as const)('counts %s with lang="%s" as %s', (page, sent, language) => {
  const view = describePageView({ page, language: sent }, createHeaders(agents.mac));
  expect(view.language).toBe(language);
});

test.each(Object.entries(agents))('counts %s', (_name, agent) => {
  expect(isCountable(createHeaders(agent))).toBe(true);
  expect(isCountable(createHeaders(agent, { dnt: '0', 'sec-gpc': '0' }))).toBe(true);
});

test.each([
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/143.0.0.0 Safari/537.36`,
  `${agents.android} Chrome-Lighthouse`,
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
])('does not count the program %s', (agent) => {
  expect(isCountable(createHeaders(agent))).toBe(false);
});

test('does not count browsers without a user agent or that object', () => {
  expect(isCountable(new Headers())).toBe(false);
  expect(isCountable(createHeaders(agents.mac, { dnt: '1' }))).toBe(false);
  expect(isCountable(createHeaders(agents.mac, { 'sec-gpc': '1' }))).toBe(false);
});
