// `npm run measure:policy`: what the MDN Observatory would say of the https site, page by page.
import { mkdirSync } from 'node:fs';
import { freePort } from '../local/ports';
import { Processes } from '../local/processes';
import { startSite } from '../local/site';
import { gradeResponse, installObservatory, type Recorded } from '../tools/observatory/grade.mjs';

const ASKED = { grade: 'A+', score: 130 };
const siteUrl = 'https://callwright.example';
/** Every kind of page; one that is not there counts as failed. */
const pages = [
  { path: '/', status: 200 },
  { path: '/contact', status: 200 },
  { path: '/outreach?contact_name=Jana&vapi_assistant_id=demo', status: 200 },
  { path: '/no-such-page', status: 404 },
  { path: '/fault', status: 500 },
];
const voices: Record<string, Record<string, string>> = {
  none: {},
  hosted: { VAPI_PUBLIC_KEY: 'a-public-key', VAPI_ASSISTANT_ID: 'demo' },
  own: {
    VAPI_PUBLIC_KEY: 'a-public-key',
    VAPI_ASSISTANT_ID: 'demo',
    VAPI_API_URL: 'https://voice.example',
    VAPI_CALL_MACHINE_URL: 'https://voice.example/machine.js',
  },
};
/** Regressions that must show: a measurement that cannot fail says nothing. */
const planted: { what: string; spoil: (recorded: Recorded) => Recorded }[] = [
  {
    what: 'scripts allowed inline',
    spoil: withHeader('content-security-policy', (policy) =>
      policy.replace(/'sha256-[^']+'/g, '').replace('script-src', "script-src 'unsafe-inline'"),
    ),
  },
  {
    what: 'a lax default source',
    spoil: withHeader('content-security-policy', (policy) =>
      policy.replace("default-src 'none'", "default-src 'self'"),
    ),
  },
  { what: 'no HSTS', spoil: withHeader('strict-transport-security', () => '') },
];

process.env.TEST_FAULT_ROUTE = '1';
installObservatory();
const rows: Record<string, string | number | boolean>[] = [];
for (const [voice, settings] of Object.entries(voices)) {
  const recordings = await recordPages(settings);
  for (const { path, recorded, missing } of recordings) {
    const { grade, score, marks } = await gradeResponse(recorded);
    const reached = !missing && grade === ASKED.grade && score >= ASKED.score;
    rows.push({ page: path, voice, status: recorded.status, grade, score, reached });
    if (!reached)
      console.error(`${path}: ${missing ? 'not the page asked for' : marks.join(', ')}`);
  }
  if (voice !== 'none') continue;
  for (const { what, spoil } of planted) {
    const home = recordings.find(({ path }) => path === '/');
    if (!home) throw new Error('The landing page was not recorded.');
    const { grade, score } = await gradeResponse(spoil(home.recorded));
    const reached = score < ASKED.score;
    rows.push({ page: `/ with ${what}`, voice, status: 200, grade, score, reached });
  }
}
console.table(rows);
const missed = rows.filter(({ reached }) => !reached).length;
console.log(
  `Asked: ${ASKED.grade}, at least ${ASKED.score}; less where a regression is planted. ${rows.length - missed} reached, ${missed} missed.`,
);
process.exit(missed > 0 ? 1 : 0);

/** Serves the build as the host of the https site would start it, and records each page. */
async function recordPages(settings: Record<string, string>) {
  const processes = new Processes();
  const port = await freePort(3200);
  const logDir = '.data/policy';
  mkdirSync(logDir, { recursive: true });
  // No page asks the database while it is rendered.
  const database = { SUPABASE_URL: 'http://127.0.0.1:9', SUPABASE_SECRET_KEY: 'sb_secret_none' };
  const cleared = Object.fromEntries(Object.keys(voices.own ?? {}).map((name) => [name, '']));
  try {
    await startSite(processes, {
      mode: 'production',
      port,
      siteUrl,
      distDir: '.next-policy',
      settings: { ...cleared, ...database, ...settings },
      logDir,
      say: (line) => console.log(line),
    });
    const recordings = [];
    for (const { path, status } of pages) {
      const recorded = await record(`http://127.0.0.1:${port}`, path);
      recordings.push({ path, recorded, missing: recorded.status !== status });
    }
    return recordings;
  } finally {
    await processes.stop();
  }
}

async function record(origin: string, path: string): Promise<Recorded> {
  const response = await fetch(origin + path, {
    redirect: 'manual',
    headers: { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
  });
  const preflight = await fetch(origin + path, {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://http-observatory.security.mozilla.org',
      'Access-Control-Request-Method': 'GET',
    },
  });
  return {
    url: siteUrl + path,
    status: response.status,
    headers: Object.fromEntries(response.headers),
    cookies: response.headers.getSetCookie(),
    body: await response.text(),
    preflight: Object.fromEntries(preflight.headers),
  };
}

function withHeader(name: string, change: (value: string) => string) {
  return (recorded: Recorded): Recorded => {
    const { [name]: value = '', ...others } = recorded.headers;
    const changed = change(value);
    return { ...recorded, headers: changed ? { ...others, [name]: changed } : others };
  };
}
