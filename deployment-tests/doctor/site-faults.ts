import { env } from '@/lib/server/env';
import { type Fault, NOWHERE, set } from './fault';
import type { Change, Passing } from './front';
import type { World } from './world';

/** Alters what the site answers at one path. */
const answer = (at: string, change: (answer: Passing) => void) => async (world: World) => {
  const onlyThere: Change = (passing, path) => {
    if (path === at) change(passing);
  };
  world.front.change = onlyThere;
  return () => (world.front.change = undefined);
};

const header = (at: string, name: string, change: (value: string) => string | undefined) =>
  answer(at, ({ headers }) => {
    const value = change(headers[name] ?? '');
    if (value === undefined) delete headers[name];
    else headers[name] = value;
  });

const text = (at: string, pattern: string | RegExp, replacement: string) =>
  answer(at, (passing) => {
    const changed = passing.text.replace(pattern, replacement);
    if (changed === passing.text) throw new Error(`${at} has no ${pattern}`);
    passing.text = changed;
  });

const later = (value: string) => new Date(Date.parse(value) + 60_000).toUTCString();

/** Faults of the site, its proxy, the clocks and alerts. */
export const siteFaults: Fault[] = [
  {
    what: 'the site is down',
    found: 'site',
    seen: 'no answer from 127.0.0.1:9',
    settings: set({ SITE_URL: NOWHERE }),
  },
  {
    what: 'visitors are sent to another address',
    found: 'site',
    seen: 'answers 308 to https://www.callwright.example/',
    plant: answer('/', (passing) => {
      passing.status = 308;
      passing.headers['location'] = 'https://www.callwright.example/';
    }),
  },
  {
    what: 'a header is missing',
    found: 'headers',
    seen: 'x-content-type-options of /api/health is missing',
    plant: header('/api/health', 'x-content-type-options', () => undefined),
  },
  {
    what: 'a header differs',
    found: 'headers',
    seen: 'permissions-policy of / differs',
    plant: header('/', 'permissions-policy', () => 'microphone=()'),
  },
  {
    what: 'the policy lacks a host',
    found: 'policy',
    seen: /^connect-src lacks http:\/\/127\.0\.0\.1:\d+$/,
    plant: header('/outreach', 'content-security-policy', (policy) =>
      policy.replace(/(connect-src 'self') [^;]+/, '$1'),
    ),
  },
  {
    what: 'the policy allows another host',
    found: 'policy',
    seen: /^script-src allows https:\/\/scripts\.example$/,
    plant: header('/', 'content-security-policy', (policy) =>
      policy.replace("script-src 'self'", "script-src 'self' https://scripts.example"),
    ),
  },
  {
    what: 'there is no policy',
    found: 'policy',
    seen: 'script-src is missing',
    plant: header('/', 'content-security-policy', () => undefined),
  },
  {
    what: 'something puts a script into the page',
    found: 'policy',
    seen: 'blocks a script',
    plant: text('/', '</body>', '<script>count()</script></body>'),
  },
  {
    what: 'the canonical link leads elsewhere',
    found: 'canonical',
    seen: 'the canonical link is https://preview.example',
    plant: text('/', /(rel="canonical" href=")[^"]*/, '$1https://preview.example'),
  },
  {
    what: 'robots are sent away',
    found: 'robots',
    seen: 'closes the whole site',
    plant: text('/robots.txt', 'Allow: /', 'Disallow: /'),
  },
  {
    what: 'the landing page is not to be indexed',
    found: 'robots',
    seen: 'says noindex',
    plant: header('/', 'x-robots-tag', () => 'noindex'),
  },
  {
    what: 'the sitemap is of another site',
    found: 'sitemap',
    seen: 'it lists https://preview.example/',
    plant: text('/sitemap.xml', /http:\/\/localhost:\d+/g, 'https://preview.example'),
  },
  {
    what: 'the site does not reach its database',
    found: 'health',
    seen: 'answers 503',
    plant: answer('/api/health?ready', (passing) => {
      passing.status = 503;
    }),
  },
  {
    what: 'a personal page may be kept',
    found: 'caching',
    seen: '/outreach says “public, max-age=60”',
    plant: header('/outreach', 'cache-control', () => 'public, max-age=60'),
  },
  {
    what: 'browsers may keep the landing page',
    found: 'caching',
    seen: '/ says “max-age=3600”',
    plant: header('/', 'cache-control', () => 'max-age=3600'),
  },
  {
    what: 'a page of an earlier build is kept',
    found: 'caching',
    seen: /asks for \/_next\/static\/\S+, which answers 404/,
    plant: async ({ front }) => {
      front.change = (passing, path) => {
        if (path.startsWith('/_next/static/')) passing.status = 404;
      };
      return () => (front.change = undefined);
    },
  },
  {
    what: 'pages are sent without Brotli',
    found: 'compression',
    seen: 'none, not Brotli',
    isWarning: true,
    plant: header('/', 'content-encoding', () => undefined),
  },
  {
    what: 'the clock of the site is ahead',
    found: 'clocks',
    seen: /the site’s clock is (59|60|61) s ahead/,
    plant: header('/api/health', 'date', later),
  },
  {
    what: 'the webhook refuses alerts',
    found: 'alerts',
    seen: 'webhook: status 404',
    plant: async ({ alerts }) => {
      alerts.status = 404;
      return () => (alerts.status = 200);
    },
  },
  {
    what: 'the webhook may drop what it takes',
    found: 'alerts',
    seen: 'taken by webhook (teams)',
    isWarning: true,
    plant: async () => {
      Object.assign(env(), { ALERT_WEBHOOK_KIND: 'teams' });
      return () => Object.assign(env(), { ALERT_WEBHOOK_KIND: undefined });
    },
  },
  {
    what: 'the mail server is down',
    found: 'alerts',
    seen: /^a test was not delivered by mail: E\w+$/,
    plant: async () => {
      Object.assign(env(), { ALERT_SMTP_URL: 'smtp://127.0.0.1:9', ALERT_MAIL_TO: 'a@b.example' });
      return () => Object.assign(env(), { ALERT_SMTP_URL: undefined, ALERT_MAIL_TO: undefined });
    },
  },
  {
    what: 'no channel reports new requests',
    found: 'alerts',
    seen: 'no channel reports',
    isWarning: true,
    plant: async ({ alerts }) => {
      Object.assign(env(), { ALERT_WEBHOOK_URL: undefined });
      return () => Object.assign(env(), { ALERT_WEBHOOK_URL: alerts.url });
    },
  },
];
