import { env } from '@/lib/server/env';
import type { Change, Passing } from './front';
import type { World } from './world';

/** One thing that is wrong with a deployment. */
export type Fault = {
  what: string;
  /** The check that finds it, with these words in what it has seen. */
  found: string;
  seen: string | RegExp;
  /** A failure where it is no warning. */
  isWarning?: boolean;
  /** Changes what the doctor is given. */
  settings?: (world: World) => Record<string, string | undefined>;
  /** Changes what is examined, and returns what undoes it. */
  plant?: (world: World) => Promise<() => unknown>;
  /** Whether the doctor is to make a call. */
  call?: boolean;
};

/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9';

const set = (settings: Record<string, string | undefined>) => () => settings;

/** Runs SQL as the owner of the database, and other SQL afterwards. */
const sql =
  (plant: string, undo: string) =>
  async ({ database }: World) => {
    await database.sql(plant);
    return () => database.sql(undo);
  };

const trigger = (body: string) =>
  sql(
    `create function public.planted() returns trigger language plpgsql as $$ begin ${body} end; $$;
     create trigger a_planted before insert on public.strategy_sessions
       for each row execute function public.planted()`,
    'drop function public.planted cascade',
  );

const assistant =
  (planted: object, usual: object) =>
  async ({ changeAssistant }: World) => {
    await changeAssistant(planted);
    return () => changeAssistant(usual);
  };

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

/** Every kind of fault once. */
export const faults: Fault[] = [
  {
    what: 'a setting is missing',
    found: 'settings',
    seen: 'SUPABASE_SECRET_KEY is missing',
    settings: set({ SUPABASE_SECRET_KEY: undefined }),
  },
  {
    what: 'a setting is wrong',
    found: 'settings',
    seen: 'CALL_MAX_SECONDS must be a number',
    settings: set({ CALL_MAX_SECONDS: 'five minutes' }),
  },
  {
    what: 'a public key stands in the place of the secret one',
    found: 'settings',
    seen: 'SUPABASE_SECRET_KEY is a public key',
    settings: ({ database }) => ({ SUPABASE_SECRET_KEY: database.publicKey }),
  },

  {
    what: 'the database is away',
    found: 'database',
    seen: 'no answer from 127.0.0.1:9',
    settings: set({ SUPABASE_URL: NOWHERE }),
  },
  {
    what: 'the secret key is of another project',
    found: 'database',
    seen: 'refuses SUPABASE_SECRET_KEY (401)',
    settings: set({ SUPABASE_SECRET_KEY: 'sb_secret_of_another_project' }),
  },
  {
    what: 'the latest migrations were not applied',
    found: 'migrations',
    seen: 'has no database_report',
    plant: sql(
      'alter function public.database_report() rename to gone',
      'alter function public.gone() rename to database_report',
    ),
  },
  {
    what: 'a migration was not applied',
    found: 'migrations',
    seen: '20261123090000_calls.sql made it: function cancel_call',
    plant: sql(
      'alter function public.cancel_call(text) rename to gone',
      'alter function public.gone(text) rename to cancel_call',
    ),
  },
  {
    what: 'a trigger is switched off',
    found: 'migrations',
    seen: 'trigger strategy_sessions_refuse_duplicate',
    plant: sql(
      'alter table strategy_sessions disable trigger strategy_sessions_refuse_duplicate',
      'alter table strategy_sessions enable trigger strategy_sessions_refuse_duplicate',
    ),
  },
  {
    what: 'row level security is off',
    found: 'row level security',
    seen: 'for calls',
    plant: sql(
      'alter table public.calls disable row level security',
      'alter table public.calls enable row level security',
    ),
  },
  {
    what: 'anon may read a table',
    found: 'rights of anon',
    seen: 'may use decisionMakers',
    plant: sql(
      'grant select on public."decisionMakers" to anon',
      'revoke select on public."decisionMakers" from anon',
    ),
  },
  {
    what: 'anon may call a function',
    found: 'rights of anon',
    seen: 'may use settle_call',
    plant: sql(
      'grant execute on function public.settle_call(text, integer, numeric) to anon',
      'revoke execute on function public.settle_call(text, integer, numeric) from anon',
    ),
  },
  {
    what: 'the publishable key is a secret one',
    found: 'publishable key',
    seen: /may read \w+, .*write \w+, .*call \w+/,
    settings: ({ database }) => ({ SUPABASE_PUBLISHABLE_KEY: database.secretKey }),
  },
  {
    what: 'the publishable key is of another project',
    found: 'publishable key',
    seen: 'no key of this project',
    isWarning: true,
    settings: set({ SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_of_another_project' }),
  },
  {
    what: 'requests cannot be written',
    found: 'write',
    seen: 'may not write (42501)',
    plant: sql(
      'revoke insert on public.strategy_sessions from service_role',
      'grant insert on public.strategy_sessions to service_role',
    ),
  },
  {
    what: 'a trigger of somebody drops what is written',
    found: 'write',
    seen: 'dropped without an error',
    plant: trigger('return null;'),
  },
  {
    what: 'the database is read-only',
    found: 'write',
    seen: 'the database is read-only (25006)',
    plant: trigger("raise exception 'full' using errcode = 'read_only_sql_transaction';"),
  },

  {
    what: 'calls are switched off',
    found: 'calls',
    seen: 'switched off',
    isWarning: true,
    settings: set({ CALLS_OFF: 'true' }),
  },
  {
    what: 'the provider is away',
    found: 'provider',
    seen: 'no answer from 127.0.0.1:9',
    settings: set({ VAPI_API_URL: NOWHERE }),
  },
  {
    what: 'the private key is wrong',
    found: 'provider',
    seen: 'refuses VAPI_PRIVATE_KEY (401)',
    settings: set({ VAPI_PRIVATE_KEY: 'another-private-key' }),
  },
  {
    what: 'the organisation is another',
    found: 'provider',
    seen: 'VAPI_ORG_ID is not the organisation',
    settings: set({ VAPI_ORG_ID: 'another-organisation' }),
  },
  {
    what: 'nobody knows the assistant',
    found: 'assistant',
    seen: 'knows no assistant',
    settings: set({ VAPI_ASSISTANT_ID: 'nobody' }),
  },
  {
    what: 'the assistant allows longer calls than the site',
    found: 'longest call',
    seen: 'allows 900 s, CALL_MAX_SECONDS is 300',
    plant: assistant({ maxDurationSeconds: 900 }, { maxDurationSeconds: 300 }),
  },
  {
    what: 'the assistant records',
    found: 'recording',
    seen: 'the assistant records',
    plant: assistant(
      { artifactPlan: { recordingEnabled: true } },
      { artifactPlan: { recordingEnabled: false } },
    ),
  },
  {
    what: 'the page claims what the assistant does not have',
    found: 'HIPAA',
    seen: 'the landing page says “HIPAA compliant and secure”',
    isWarning: true,
    plant: assistant(
      { compliancePlan: { hipaaEnabled: false } },
      { compliancePlan: { hipaaEnabled: true } },
    ),
  },
  {
    what: 'the site creates no call',
    found: 'call',
    seen: 'no ticket: 404 unknown_assistant',
    // One that the provider knows, and neither the site nor a prospect has.
    settings: set({ VAPI_ASSISTANT_ID: 'silent' }),
    call: true,
  },

  {
    what: 'the site is away',
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
    what: 'a header is another',
    found: 'headers',
    seen: 'permissions-policy of / is another',
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
    seen: 'told https://preview.example',
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
    what: 'nobody is told of a request',
    found: 'alerts',
    seen: 'nobody is told',
    isWarning: true,
    plant: async ({ alerts }) => {
      Object.assign(env(), { ALERT_WEBHOOK_URL: undefined });
      return () => Object.assign(env(), { ALERT_WEBHOOK_URL: alerts.url });
    },
  },
];
