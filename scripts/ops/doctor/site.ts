import { once } from 'node:events';
import { connect } from 'node:tls';
import * as z from 'zod';
import { signSettings } from '@/lib/server/site-report';
import { isLoopback } from '@/lib/settings/loopback';
import { hashContent } from '@/lib/site/files';
import { failed, ok, skipped, warning } from './check';
import { createCheck, type FetchedResponse, parseAnswer, type Probes } from './probes';

const DAY_MS = 86_400_000;
const TIMEOUT_MS = 5000;
/** Automatic renewal happens earlier. */
const MIN_DAYS_LEFT = 14;

const tls = createCheck('TLS', ['settings'], async ({ settings: { SITE_URL } }) => {
  const { protocol, hostname, port } = new URL(SITE_URL);
  if (protocol === 'http:' && isLoopback(hostname)) return skipped('local: http on this machine');
  if (protocol === 'http:')
    return failed(
      'SITE_URL is http: no browser gives a microphone to such a page',
      'Put TLS in front of the site, set SITE_URL to https://… and build again.',
    );
  const todo = 'Renew the certificate of the proxy or CDN in front of the site.';
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({ host, port: Number(port || 443), servername: host });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const ends = Date.parse(socket.getPeerCertificate().valid_to);
    const daysLeft = Math.floor((ends - Date.now()) / DAY_MS);
    return daysLeft < MIN_DAYS_LEFT
      ? warning(`the certificate ends in ${daysLeft} days`, todo)
      : ok(`the certificate is good for ${daysLeft} days`);
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    return failed(`no connection that browsers trust to ${host} (${code ?? name})`, todo);
  } finally {
    socket.destroy();
  }
});

const siteReachable = createCheck('site', ['TLS'], async ({ settings, fetchPage }) => {
  const { status, headers } = await fetchPage('/');
  if (status === 200 && headers.get('content-type')?.startsWith('text/html'))
    return ok(`${settings.SITE_URL} answers`);
  const redirectTarget = headers.get('location');
  return failed(
    `${settings.SITE_URL} answers ${status}${redirectTarget ? ` to ${redirectTarget}` : ''}`,
    redirectTarget
      ? 'Set SITE_URL to the address that visitors end at, and build again.'
      : 'See the log of the site, and the proxy in front of it.',
  );
});

/** What `describeSite` returns. */
const reportSchema = z.object({
  ready: z.boolean(),
  settings: z.record(z.string(), z.string()),
  pages: z.object({ sha256: z.string(), policies: z.array(z.string()) }).nullable(),
});
const readReport = async ({ fetchReport }: Probes) =>
  parseAnswer(reportSchema, await fetchReport());

const sameSettings = createCheck('same settings', ['site'], async (probes) => {
  const report = await readReport(probes);
  if (!report)
    return failed(
      `the site tells this command nothing (${(await probes.fetchReport()).status})`,
      'Give it the site’s SUPABASE_SECRET_KEY (401), or run it in a clone of what was deployed.',
    );
  const names = Object.entries(signSettings(probes.settings))
    .filter(([name, digest]) => report.settings[name] !== digest)
    .map(([name]) => name);
  if (names.length === 0) return ok('the site has those of this command');
  return warning(
    `the site has another ${names.join(', ')} than this command`,
    'Lines that depend on these are about the settings of this command.',
  );
});

const health = createCheck('health', ['same settings'], async (probes) =>
  (await readReport(probes))?.ready
    ? ok('the site reaches its database')
    : failed('the site does not reach its database', 'Its log says why.'),
);

const NONCE = / 'nonce-([^']*)'/;
const DATA_BLOCK = / type="(application|text\/x-)/;

/** Lists what something between the site and this command has changed. */
function listChanges(
  [landing, personal]: [FetchedResponse, FetchedResponse],
  { sha256, policies }: { sha256: string; policies: string[] },
): string[] {
  const [landingPolicy = '', personalPolicy = ''] = [landing, personal].map(
    ({ headers }) => headers.get('content-security-policy') ?? 'none',
  );
  const nonce = NONCE.exec(personalPolicy)?.[1];
  const tags = personal.text.match(/<script\b[^>]*>/g) ?? [];
  const cachings = [landing, personal].map(({ headers }) => headers.get('cache-control') ?? 'none');
  const changes = {
    'the page at /': hashContent(landing.text) !== sha256,
    'the policy of /': landingPolicy !== policies[0],
    'the policy of /outreach': personalPolicy.replace(NONCE, '') !== policies[1],
    'the scripts of /outreach': !tags.every(
      (tag) => tag.includes(` nonce="${nonce}"`) || DATA_BLOCK.test(tag),
    ),
    // A CDN may keep the page, because it can be purged; a browser may not.
    [`Cache-Control of / (${cachings[0]})`]:
      !/^(?!.*(no-store|private)).*(s-maxage=\d|max-age=0)/.test(cachings[0] ?? ''),
    [`Cache-Control of /outreach (${cachings[1]})`]: !cachings[1]?.includes('no-store'),
  };
  return Object.entries(changes).flatMap(([what, isChanged]) => (isChanged ? [what] : []));
}

const pages = createCheck('pages', ['same settings'], async (probes) => {
  const built = (await readReport(probes))?.pages;
  if (!built) return skipped('the development server has no build');
  const sent = await Promise.all([probes.fetchPage('/'), probes.fetchPage('/outreach')]);
  const changes = listChanges(sent, built);
  if (changes.length === 0) return ok('/ and /outreach arrive as they were built');
  return failed(
    `not as the site sends it: ${changes.join(', ')}`,
    'Purge the CDN, which may keep an earlier build. ' +
      'Switch off what changes pages (minifying, injected scripts) or headers.',
  );
});

const scripts = createCheck('scripts', ['site'], async ({ fetchPage }) => {
  const html = await Promise.all(['/', '/outreach'].map((path) => fetchPage(path)));
  const paths = html.flatMap(({ text }) =>
    Array.from(text.matchAll(/<script\b[^>]*src="(\/[^"]*\.js\b[^"]*)"/g), ([, path = '']) => path),
  );
  const answers = await Promise.all(
    [...new Set(paths)].map(async (path) => ({ path, ...(await fetchPage(path)) })),
  );
  const lost = answers.filter(
    ({ status, headers }) => status !== 200 || !headers.get('content-type')?.includes('javascript'),
  );
  if (lost.length === 0) return ok(`all ${answers.length} of / and /outreach load`);
  return failed(
    `do not load: ${lost.map(({ path, status }) => `${path} (${status})`).join(', ')}`,
    'Deploy the whole output of the build. If the CDN keeps an earlier page, purge it.',
  );
});

const configSchema = z.object({
  configured: z.boolean(),
  refusal: z.string().nullish(),
  maxSeconds: z.number().default(0),
  assistantId: z.string().nullish(),
});

/** Asks the site, as a page does, whether visitors can call. */
export const readCallConfig = async ({ settings, fetchPage }: Probes) =>
  parseAnswer(configSchema, await fetchPage('/api/call-config', { origin: settings.SITE_URL }));

const calls = createCheck('calls', ['site'], async (probes) => {
  const config = await readCallConfig(probes);
  if (!config)
    return failed(
      `the site tells no page whether calls are on (${(await probes.fetchPage('/api/call-config')).status})`,
      'Is SITE_URL the address that the site was built for? Its log says more.',
    );
  if (!config.configured)
    return warning(
      'off: the site has no keys of the provider',
      'Set VAPI_PRIVATE_KEY and VAPI_ORG_ID, if visitors are to call.',
    );
  if (!config.assistantId)
    return warning('the landing page has no assistant', 'Set VAPI_ASSISTANT_ID.');
  if (config.refusal)
    return warning(
      `the site refuses them now (${config.refusal})`,
      'calls_off: somebody has switched them off. calls_spent: a budget is used up (docs/ops.md).',
    );
  return ok(`on, for at most ${config.maxSeconds} s each`);
});

export const siteChecks = [tls, siteReachable, sameSettings, health, pages, scripts, calls];
