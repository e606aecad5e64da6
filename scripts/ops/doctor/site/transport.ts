import { connect } from 'node:tls';
import { isLoopback } from '@/lib/settings/loopback';
import { type FetchedResponse, sendRequest } from '../http-request';
import { failed, NoResultError, ok, type Outcome, skipped, warning } from '../check';
import { createCheck } from '../probes';

const DEADLINE_MS = 5000;
const DAY_MS = 86_400_000;
/** Automatic renewal happens earlier. */
const MIN_DAYS_LEFT = 14;

const isLocal = ({ protocol, hostname }: URL) => protocol === 'http:' && isLoopback(hostname);

/** `problem`: why browsers do not trust it. */
type Certificate = { problem: string | undefined; daysLeft: number };

/** Reads the site's certificate. Throws NoResultError if nothing speaks TLS. */
function readCertificate({ hostname, port }: URL): Promise<Certificate> {
  return new Promise((done, fail) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const options = {
      host,
      port: Number(port || 443),
      servername: host,
      rejectUnauthorized: false,
    };
    const socket = connect(options, () => {
      const { valid_to } = socket.getPeerCertificate();
      // The type is Error, but Node returns the error's code.
      const problem = socket.authorized ? undefined : String(socket.authorizationError);
      done({ problem, daysLeft: Math.floor((Date.parse(valid_to) - Date.now()) / DAY_MS) });
      socket.destroy();
    });
    const giveUp = (why: string) => {
      socket.destroy();
      fail(new NoResultError(`no TLS at ${hostname} (${why})`));
    };
    socket.setTimeout(DEADLINE_MS, () => giveUp(`none within ${DEADLINE_MS / 1000} s`));
    socket.on('error', ({ code = 'network' }: NodeJS.ErrnoException) => giveUp(code));
  });
}

const tls = createCheck('TLS', ['settings'], async ({ settings }) => {
  const site = new URL(settings.SITE_URL);
  if (isLocal(site)) return skipped('local: http on this machine');
  if (site.protocol === 'http:')
    return failed(
      'SITE_URL is http: no browser gives a microphone to such a page',
      'Put TLS in front of the site, set SITE_URL to https://… and build again.',
    );
  return judgeCertificate(await readCertificate(site));
});

export function judgeCertificate({ problem, daysLeft }: Certificate): Outcome {
  const todo = 'Renew the certificate of the proxy or CDN in front of the site.';
  if (problem) return failed(`browsers do not trust the certificate (${problem})`, todo);
  if (daysLeft < MIN_DAYS_LEFT) return warning(`the certificate ends in ${daysLeft} days`, todo);
  return ok(`the certificate is good for ${daysLeft} days`);
}

const httpRedirect = createCheck('http to https', ['TLS'], async ({ settings }) => {
  const site = new URL(settings.SITE_URL);
  if (isLocal(site)) return skipped('local: http on this machine');
  if (site.port) return skipped('SITE_URL has its own port');
  const answer = await sendRequest(`http://${site.host}/`).catch((error: NoResultError) => error);
  return judgeRedirect(answer, settings.SITE_URL);
});

/** Judges the response to a request over http. */
export function judgeRedirect(
  answer: Pick<FetchedResponse, 'status' | 'headers'> | NoResultError,
  siteUrl: string,
): Outcome {
  const todo = 'Have the proxy or CDN answer port 80 with a redirect to https.';
  if (answer instanceof NoResultError) return warning(answer.message, todo);
  const { status, headers } = answer;
  const redirectTarget = headers.get('location') ?? '';
  if (
    status >= 300 &&
    status < 400 &&
    URL.canParse(redirectTarget) &&
    new URL(redirectTarget).origin === siteUrl
  )
    return ok(`redirected (${status})`);
  return failed(`http is answered with ${status}, not with a redirect to https`, todo);
}

export const transportChecks = [tls, httpRedirect];
