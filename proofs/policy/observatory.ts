import type { Processes } from '../../local/processes';
import { type SiteOptions, startSite } from '../../local/site';
import {
  gradeResponse,
  installObservatory,
  type Recorded,
} from '../../tools/observatory/grade.mjs';

/** Some headers are sent by an https site only, so the build is made for this address. */
const HTTPS_SITE = 'https://callwright.example';
const HTTPS_DIST_DIR = '.next-policy';
/** The highest score without subresource integrity and HSTS preloading. */
export const ASKED = { grade: 'A+', score: 130 };

/** Builds the https site, with the page that throws, and serves it on loopback. */
export async function startHttpsSite(
  processes: Processes,
  options: Pick<SiteOptions, 'port' | 'settings' | 'logDir'>,
): Promise<void> {
  process.env.TEST_FAULT_ROUTE = '1';
  await startSite(processes, {
    ...options,
    mode: 'production',
    siteUrl: HTTPS_SITE,
    distDir: HTTPS_DIST_DIR,
    say: (line) => console.log(line),
  });
}

/** Every kind of page. */
const pages = [
  { path: '/', status: 200 },
  { path: '/contact', status: 200 },
  { path: '/outreach?contact_name=Jana&vapi_assistant_id=demo', status: 200 },
  { path: '/no-such-page', status: 404 },
  { path: '/fault', status: 500 },
];
// Empty counts as not set, whatever this command's own environment says.
const off = {
  VAPI_PUBLIC_KEY: '',
  VAPI_ASSISTANT_ID: '',
  VAPI_API_URL: '',
  VAPI_CALL_MACHINE_URL: '',
};
const on = { ...off, VAPI_PUBLIC_KEY: 'a-public-key', VAPI_ASSISTANT_ID: 'demo' };
/** The policy depends on who serves the voice calls. */
const voices = {
  none: off,
  hosted: on,
  own: {
    ...on,
    VAPI_API_URL: 'https://voice.example',
    VAPI_CALL_MACHINE_URL: 'https://voice.example/machine.js',
  },
};
/** Regressions that must show: a measurement that cannot fail says nothing. */
const regressions: { what: string; spoil: (recorded: Recorded) => Recorded }[] = [
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

export interface GradedPage {
  page: string;
  /** Who serves the voice calls. */
  voice: string;
  grade: string;
  score: number;
  /** Whether it is the grade asked for; where a regression is planted, whether it shows. */
  reached: boolean;
  /** What added or took points, or what is wrong. */
  marks: string;
}

/** Serves the https site's build with these settings of the voice provider. */
type Serve = (
  settings: Record<string, string>,
) => Promise<{ url: string; terminate: () => Promise<void> }>;

/**
 * Grades the https site as the MDN Observatory would: every kind of page, for each way to serve the voice calls;
 * then the landing page with regressions planted.
 *
 * @throws when the Observatory cannot be installed
 */
export async function gradeSite(
  serve: Serve,
): Promise<{ pages: GradedPage[]; planted: GradedPage[] }> {
  installObservatory();
  const graded: GradedPage[] = [];
  const planted: GradedPage[] = [];
  for (const [voice, settings] of Object.entries(voices)) {
    const { url, terminate } = await serve(settings);
    for (const { path, status } of pages) {
      const recorded = await record(url, path);
      const { grade, score, marks } = await gradeResponse(recorded);
      const found = recorded.status === status;
      const reached = found && grade === ASKED.grade && score >= ASKED.score;
      const said = found ? marks.join(', ') : `status ${recorded.status}`;
      graded.push({ page: path, voice, grade, score, reached, marks: said });
      if (path !== '/' || voice !== 'none') continue;
      for (const { what, spoil } of regressions) {
        const spoilt = await gradeResponse(spoil(recorded));
        planted.push({
          page: `/ with ${what}`,
          voice,
          grade: spoilt.grade,
          score: spoilt.score,
          reached: spoilt.score < ASKED.score,
          marks: spoilt.marks.join(', '),
        });
      }
    }
    await terminate();
  }
  return { pages: graded, planted };
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
    url: HTTPS_SITE + path,
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
