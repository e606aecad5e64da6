// Grades an https site as the MDN Observatory would: every kind of page, for each provider of
// voice calls, then the landing page with planted regressions.
import { mkdirSync } from 'node:fs';
import { freePort } from '../../local/ports.mjs';
import { Processes } from '../../local/processes';
import { startSite } from '../../local/site';
import {
  gradeResponse,
  installObservatory,
  type Recorded,
} from '../../tools/observatory/grade.mjs';

/** Some headers are sent by an https site only, so the build is made for this address. */
const SITE = 'https://callwright.example';
const LOGS = '.data/policy';
/** The highest score without subresource integrity and HSTS preloading. */
const ASKED = { grade: 'A+', score: 130 };

const PAGES = [
  { path: '/', status: 200 },
  { path: '/contact', status: 200 },
  { path: '/outreach?contact_name=Jana&vapi_assistant_id=demo', status: 200 },
  { path: '/no-such-page', status: 404 },
  { path: '/fault', status: 500 },
];
// An empty setting counts as not set, whatever the environment of this command says.
const none = {
  VAPI_PUBLIC_KEY: '',
  VAPI_ASSISTANT_ID: '',
  VAPI_API_URL: '',
  VAPI_CALL_MACHINE_URL: '',
};
const hosted = { ...none, VAPI_PUBLIC_KEY: 'a-public-key', VAPI_ASSISTANT_ID: 'demo' };
const own = {
  ...hosted,
  VAPI_API_URL: 'https://voice.example',
  VAPI_CALL_MACHINE_URL: 'https://voice.example/machine.js',
};
// A grade that cannot fall says nothing.
const REGRESSIONS: Record<string, (headers: Record<string, string>) => object> = {
  'scripts allowed inline': ({ 'content-security-policy': policy = '' }) => ({
    'content-security-policy': policy
      .replace(/'sha256-[^']+'/g, '')
      .replace('script-src', "script-src 'unsafe-inline'"),
  }),
  'a lax default source': ({ 'content-security-policy': policy = '' }) => ({
    'content-security-policy': policy.replace("default-src 'none'", "default-src 'self'"),
  }),
  'no HSTS': () => ({ 'strict-transport-security': '' }),
};

mkdirSync(LOGS, { recursive: true });
installObservatory();
process.env.TEST_FAULT_ROUTE = '1';
const rows: object[] = [];
let missed = 0;
for (const [voice, settings] of Object.entries({ none, hosted, own })) {
  const processes = new Processes();
  const port = await freePort(3200);
  await startSite(processes, {
    port,
    mode: 'production',
    siteUrl: SITE,
    distDir: '.next-policy',
    logDir: LOGS,
    // No page asks the database while it is rendered.
    settings: {
      ...settings,
      SUPABASE_URL: 'http://127.0.0.1:9',
      SUPABASE_SECRET_KEY: 'sb_secret_none',
    },
    say: (line) => console.log(line),
  });
  for (const { path, status } of PAGES) {
    const recorded = await record(`http://127.0.0.1:${port}`, path);
    const { grade, score, marks } = await gradeResponse(recorded);
    const ok = recorded.status === status && grade === ASKED.grade && score >= ASKED.score;
    add({ page: path, voice, status: recorded.status, grade, score }, ok, marks);
  }
  const landing = await record(`http://127.0.0.1:${port}`, '/');
  for (const [what, spoil] of Object.entries(REGRESSIONS)) {
    const headers = { ...landing.headers, ...spoil(landing.headers) };
    const { grade, score, marks } = await gradeResponse({ ...landing, headers });
    add({ page: `/ with ${what}`, voice, grade, score }, score < ASKED.score, marks);
  }
  await processes.stop();
}
console.table(rows);
process.exit(missed > 0 ? 1 : 0);

function add(row: object, ok: boolean, marks: string[]): void {
  rows.push({ ...row, ok });
  if (ok) return;
  missed += 1;
  console.error(row, marks.join(', '));
}

async function record(origin: string, path: string): Promise<Recorded> {
  const response = await fetch(origin + path, { redirect: 'manual' });
  const preflight = await fetch(origin + path, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://http-observatory.security.mozilla.org',
      'access-control-request-method': 'GET',
    },
  });
  return {
    url: SITE + path,
    status: response.status,
    headers: Object.fromEntries(response.headers),
    cookies: response.headers.getSetCookie(),
    body: await response.text(),
    preflight: Object.fromEntries(preflight.headers),
  };
}
