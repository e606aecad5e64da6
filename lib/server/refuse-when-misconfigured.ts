import 'server-only';
import { getEnv, isServerlessHost, listProblems, listUnset } from './env';
import { log } from '@/lib/server/log/log';
import { listUnknownSettings } from '@/lib/settings/settings';
import { shareInProcess } from './shared-state';
import { findBuildProblem } from '@/lib/site/site-build';

/**
 * Checks the settings, and logs which are missing or wrong and which features are off, never a
 * value. Returns false if the server must not serve.
 */
export function checkSettings(source?: NodeJS.ProcessEnv): boolean {
  const problems = listProblems(source);
  for (const { name, reason } of problems) log.error({ setting: name, reason }, 'setting invalid');
  const unset = listUnset(source).map(({ name, feature }) => `${name} (${feature})`);
  if (unset.length > 0) log.info({ off: unset.join('; ') }, 'not set');
  const unknown = listUnknownSettings(source);
  if (unknown.length > 0) log.warn({ names: unknown.join(', ') }, 'nothing reads these settings');
  return problems.length === 0;
}

/** Checks whether the build can be served at SITE_URL, and logs why not. */
export function checkBuild(): boolean {
  const { NODE_ENV, NEXT_DIST_DIR, SITE_URL } = getEnv();
  if (NODE_ENV === 'development') return true;
  const problem = findBuildProblem(NEXT_DIST_DIR, SITE_URL);
  if (problem) log.error({ reason: problem }, 'build refused');
  return problem === undefined;
}

/**
 * Exits rather than lose requests. On a serverless host, which would restart the process, every
 * request is refused instead.
 */
export function exitIfMisconfigured(): void {
  if (!isConfigured() && !isServerlessHost()) process.exit(1);
}

/** Whether to answer 503 in place of an exit. */
export const mustRefuseRequests = () => isServerlessHost() && !isConfigured();

const isConfigured = () => shareInProcess('site.configured', () => checkSettings() && checkBuild());
