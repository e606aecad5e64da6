import { getEnv } from '@/lib/server/env';
import { type Fault, NOWHERE, withSettings } from './fault';
import type { Change, ProxiedAnswer } from './altering-proxy';
import type { World } from './world';

/** Alters what the site answers at one path. */
const changeAnswer =
  (at: string, change: (answer: ProxiedAnswer) => void) => async (world: World) => {
    const onlyThere: Change = (passing, path) => {
      if (path === at) change(passing);
    };
    world.front.change = onlyThere;
    return () => (world.front.change = undefined);
  };

const changeHeader = (at: string, name: string, change: (value: string) => string | undefined) =>
  changeAnswer(at, ({ headers }) => {
    const value = change(headers[name] ?? '');
    if (value === undefined) delete headers[name];
    else headers[name] = value;
  });

const replaceText = (at: string, pattern: string | RegExp, replacement: string) =>
  changeAnswer(at, (passing) => {
    const changed = passing.text.replace(pattern, replacement);
    if (changed === passing.text) throw new Error(`${at} has no ${pattern}`);
    passing.text = changed;
  });

const addMinute = (value: string) => new Date(Date.parse(value) + 60_000).toUTCString();

/** Faults of the site, its proxy, the clocks and alerts. */
export const siteFaults: Fault[] = [
  {
    what: 'the site is down',
    checkName: 'site',
    expectedFinding: 'no answer from 127.0.0.1:9',
    settings: withSettings({ SITE_URL: NOWHERE }),
  },
  {
    what: 'visitors are sent to another address',
    checkName: 'site',
    expectedFinding: 'answers 308 to https://www.callwright.example/',
    plant: changeAnswer('/', (passing) => {
      passing.status = 308;
      passing.headers['location'] = 'https://www.callwright.example/';
    }),
  },
  {
    what: 'a header is missing',
    checkName: 'headers',
    expectedFinding: 'x-content-type-options of /api/health is missing',
    plant: changeHeader('/api/health', 'x-content-type-options', () => undefined),
  },
  {
    what: 'a header differs',
    checkName: 'headers',
    expectedFinding: 'permissions-policy of / differs',
    plant: changeHeader('/', 'permissions-policy', () => 'microphone=()'),
  },
  {
    what: 'the policy lacks a host',
    checkName: 'policy',
    expectedFinding: /^connect-src lacks http:\/\/127\.0\.0\.1:\d+$/,
    plant: changeHeader('/outreach', 'content-security-policy', (policy) =>
      policy.replace(/(connect-src 'self') [^;]+/, '$1'),
    ),
  },
  {
    what: 'the policy allows another host',
    checkName: 'policy',
    expectedFinding: /^script-src allows https:\/\/scripts\.example$/,
    plant: changeHeader('/', 'content-security-policy', (policy) =>
      policy.replace("script-src 'self'", "script-src 'self' https://scripts.example"),
    ),
  },
  {
    what: 'there is no policy',
    checkName: 'policy',
    expectedFinding: 'script-src is missing',
    plant: changeHeader('/', 'content-security-policy', () => undefined),
  },
  {
    what: 'something puts a script into the page',
    checkName: 'policy',
    expectedFinding: 'blocks a script',
    plant: replaceText('/', '</body>', '<script>count()</script></body>'),
  },
  {
    what: 'the canonical link leads elsewhere',
    checkName: 'canonical',
    expectedFinding: 'the canonical link is https://preview.example',
    plant: replaceText('/', /(rel="canonical" href=")[^"]*/, '$1https://preview.example'),
  },
  {
    what: 'robots are sent away',
    checkName: 'robots',
    expectedFinding: 'closes the whole site',
    plant: replaceText('/robots.txt', 'Allow: /', 'Disallow: /'),
  },
  {
    what: 'the landing page is not to be indexed',
    checkName: 'robots',
    expectedFinding: 'says noindex',
    plant: changeHeader('/', 'x-robots-tag', () => 'noindex'),
  },
  {
    what: 'the sitemap is of another site',
    checkName: 'sitemap',
    expectedFinding: 'it lists https://preview.example/',
    plant: replaceText('/sitemap.xml', /http:\/\/localhost:\d+/g, 'https://preview.example'),
  },
  {
    what: 'the site does not reach its database',
    checkName: 'health',
    expectedFinding: 'answers 503',
    plant: changeAnswer('/api/health?ready', (passing) => {
      passing.status = 503;
    }),
  },
  {
    what: 'a personal page may be kept',
    checkName: 'caching',
    expectedFinding: '/outreach says “public, max-age=60”',
    plant: changeHeader('/outreach', 'cache-control', () => 'public, max-age=60'),
  },
  {
    what: 'browsers may keep the landing page',
    checkName: 'caching',
    expectedFinding: '/ says “max-age=3600”',
    plant: changeHeader('/', 'cache-control', () => 'max-age=3600'),
  },
  {
    what: 'a page of an earlier build is kept',
    checkName: 'caching',
    expectedFinding: /asks for \/_next\/static\/\S+, which answers 404/,
    plant: async ({ front }) => {
      front.change = (passing, path) => {
        if (path.startsWith('/_next/static/')) passing.status = 404;
      };
      return () => (front.change = undefined);
    },
  },
  {
    what: 'pages are sent without Brotli',
    checkName: 'compression',
    expectedFinding: 'none, not Brotli',
    isWarning: true,
    plant: changeHeader('/', 'content-encoding', () => undefined),
  },
  {
    what: 'the clock of the site is ahead',
    checkName: 'clocks',
    expectedFinding: /the site’s clock is (59|60|61) s ahead/,
    plant: changeHeader('/api/health', 'date', addMinute),
  },
  {
    what: 'the webhook refuses alerts',
    checkName: 'alerts',
    expectedFinding: 'webhook: status 404',
    plant: async ({ alerts }) => {
      alerts.status = 404;
      return () => (alerts.status = 200);
    },
  },
  {
    what: 'the webhook may drop what it takes',
    checkName: 'alerts',
    expectedFinding: 'taken by webhook (teams)',
    isWarning: true,
    plant: async () => {
      Object.assign(getEnv(), { ALERT_WEBHOOK_KIND: 'teams' });
      return () => Object.assign(getEnv(), { ALERT_WEBHOOK_KIND: undefined });
    },
  },
  {
    what: 'the mail server is down',
    checkName: 'alerts',
    expectedFinding: /^a test was not delivered by mail: E\w+$/,
    plant: async () => {
      Object.assign(getEnv(), {
        ALERT_SMTP_URL: 'smtp://127.0.0.1:9',
        ALERT_MAIL_TO: 'a@b.example',
      });
      return () => Object.assign(getEnv(), { ALERT_SMTP_URL: undefined, ALERT_MAIL_TO: undefined });
    },
  },
  {
    what: 'no channel reports new requests',
    checkName: 'alerts',
    expectedFinding: 'no channel reports',
    isWarning: true,
    plant: async ({ alerts }) => {
      Object.assign(getEnv(), { ALERT_WEBHOOK_URL: undefined });
      return () => Object.assign(getEnv(), { ALERT_WEBHOOK_URL: alerts.url });
    },
  },
];
