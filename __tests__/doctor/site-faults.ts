import { getEnv } from '@/lib/server/env';
import {
  createSettingsFault,
  listFaults,
  NOWHERE,
  createPlantedFault,
  markAsWarning,
} from './fault';
import type { ProxiedAnswer } from './altering-proxy';

type ExpectedFinding = string | RegExp;

/** Alters the answer at one path, or with a final `*` at all paths that begin with it. */
const createAnswerFault = (
  expectedFinding: ExpectedFinding,
  pathPattern: string,
  change: (answer: ProxiedAnswer) => unknown,
) =>
  createPlantedFault(expectedFinding, async ({ siteProxy }) => {
    siteProxy.change = (answer, path) => {
      if (
        pathPattern.endsWith('*') ? path.startsWith(pathPattern.slice(0, -1)) : path === pathPattern
      )
        change(answer);
    };
    return () => (siteProxy.change = undefined);
  });

const createStatusFault = (expectedFinding: ExpectedFinding, at: string, code: number) =>
  createAnswerFault(expectedFinding, at, (answer) => (answer.status = code));

const createHeaderFault = (
  expectedFinding: ExpectedFinding,
  at: string,
  name: string,
  change?: string | ((value: string) => string),
) =>
  createAnswerFault(expectedFinding, at, ({ headers }) => {
    if (change === undefined) delete headers[name];
    else headers[name] = typeof change === 'string' ? change : change(headers[name] ?? '');
  });

const createTextFault = (
  expectedFinding: ExpectedFinding,
  at: string,
  pattern: string | RegExp,
  replacement: string,
) =>
  createAnswerFault(expectedFinding, at, (answer) => {
    const changed = answer.text.replace(pattern, replacement);
    if (changed === answer.text) throw new Error(`${at} has no ${pattern}`);
    answer.text = changed;
  });

/** Changes the settings of what sends alerts, which are read in this process. */
const createAlertSettingsFault = (
  expectedFinding: ExpectedFinding,
  settings: Record<string, string | undefined>,
) =>
  createPlantedFault(expectedFinding, async () => {
    const usual = Object.keys(settings).map((name) => [name, process.env[name]]);
    Object.assign(getEnv(), settings);
    return () => Object.assign(getEnv(), Object.fromEntries(usual));
  });

const policy = 'content-security-policy';
const caching = 'cache-control';

export const siteFaults = listFaults({
  site: {
    'the site is down': createSettingsFault('no answer from 127.0.0.1:9', { SITE_URL: NOWHERE }),
    'visitors are sent to another address': createAnswerFault(
      'answers 308 to https://www.callwright.example/',
      '/',
      (answer) => {
        answer.status = 308;
        answer.headers['location'] = 'https://www.callwright.example/';
      },
    ),
  },
  headers: {
    'a header is missing': createHeaderFault(
      'x-content-type-options of /api/health is missing',
      '/api/health',
      'x-content-type-options',
    ),
    'a header differs': createHeaderFault(
      'permissions-policy of / differs',
      '/',
      'permissions-policy',
      'microphone=()',
    ),
  },
  policy: {
    'the policy lacks a host': createHeaderFault(
      /^connect-src lacks http:\/\/127\.0\.0\.1:\d+$/,
      '/outreach',
      policy,
      (value) => value.replace(/(connect-src 'self') [^;]+/, '$1'),
    ),
    'the policy allows another host': createHeaderFault(
      /^script-src allows https:\/\/scripts\.example$/,
      '/',
      policy,
      (value) => value.replace("script-src 'self'", "script-src 'self' https://scripts.example"),
    ),
    'there is no policy': createHeaderFault('script-src is missing', '/', policy),
    'something puts a script into the page': createTextFault(
      'blocks a script',
      '/',
      '</body>',
      '<script>count()</script></body>',
    ),
  },
  canonical: {
    'the canonical link leads elsewhere': createTextFault(
      'the canonical link is https://preview.example',
      '/',
      /(rel="canonical" href=")[^"]*/,
      '$1https://preview.example',
    ),
  },
  robots: {
    'robots.txt closes the site': createTextFault(
      'closes the whole site',
      '/robots.txt',
      'Allow:',
      'Disallow:',
    ),
    'the landing page is not to be indexed': createHeaderFault(
      'says noindex',
      '/',
      'x-robots-tag',
      'noindex',
    ),
  },
  sitemap: {
    'the sitemap is of another site': createTextFault(
      'it lists https://preview.example/',
      '/sitemap.xml',
      /http:\/\/localhost:\d+/g,
      'https://preview.example',
    ),
  },
  languages: {
    'personal pages have lost a language': createTextFault(
      /^\/outreach\?lang=en has cs$/,
      '/outreach?lang=en',
      '<html lang="en"',
      '<html lang="cs"',
    ),
  },
  health: {
    'the site does not reach its database': createStatusFault(
      'answers 503',
      '/api/health?ready',
      503,
    ),
  },
  caching: {
    'a personal page may be kept': createHeaderFault(
      '/outreach says “public, max-age=60”',
      '/outreach',
      caching,
      'public, max-age=60',
    ),
    'browsers may keep the landing page': createHeaderFault(
      '/ says “max-age=3600”',
      '/',
      caching,
      'max-age=3600',
    ),
    'a page of an earlier build is kept': createStatusFault(
      /asks for \/_next\/static\/\S+, which answers 404/,
      '/_next/static/*',
      404,
    ),
  },
  compression: {
    'pages are sent without Brotli': markAsWarning(
      createHeaderFault('none, not Brotli', '/', 'content-encoding'),
    ),
  },
  clocks: {
    'the clock of the site is ahead': createHeaderFault(
      /the site’s clock is (59|60|61) s ahead/,
      '/api/health',
      'date',
      (value) => new Date(Date.parse(value) + 60_000).toUTCString(),
    ),
  },
  alerts: {
    'the webhook refuses alerts': createPlantedFault('webhook: status 404', async (world) => {
      world.alerts.status = 404;
      return () => (world.alerts.status = 200);
    }),
    'the webhook may drop what it takes': markAsWarning(
      createAlertSettingsFault('taken by webhook (teams)', { ALERT_WEBHOOK_KIND: 'teams' }),
    ),
    'the mail server is down': createAlertSettingsFault(
      /^a test was not delivered by mail: E\w+$/,
      {
        ALERT_SMTP_URL: 'smtp://127.0.0.1:9',
        ALERT_MAIL_TO: 'a@b.example',
      },
    ),
    'no channel reports new requests': markAsWarning(
      createAlertSettingsFault('no channel reports', { ALERT_WEBHOOK_URL: undefined }),
    ),
  },
});
