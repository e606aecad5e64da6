import 'server-only';
import { getEnv, isServerlessHost, listUnset } from './env';
import { log } from '@/lib/server/log/log';
import { findProblems, listUnknownSettings } from '@/lib/settings/settings';
import { shareInProcess } from './shared-state';
import { findBuildProblem } from '@/lib/site/site-build';

/** Logs names, never values. Returns false if the server must not serve. */
export function checkSettings(source?: NodeJS.ProcessEnv): boolean {
  const problems = findProblems(source);
  for (const { name, reason } of problems) log.error({ setting: name, reason }, 'setting invalid');
  const unset = listUnset(source).map(({ name, feature }) => `${name} (${feature})`);
  if (unset.length > 0) log.info({ off: unset.join('; ') }, 'not set');
  const unknown = listUnknownSettings(source);
  if (unknown.length > 0) log.warn({ names: unknown.join(', ') }, 'nothing reads these settings');
  return problems.length === 0;
}

function checkBuild(): boolean {
  const env = getEnv();
  if (env.NODE_ENV === 'development') return true;
  const problem = findBuildProblem(env.NEXT_DIST_DIR, env);
  if (problem) log.error({ reason: problem }, 'build refused');
  return problem === undefined;
}

/** A serverless host would restart the process, so there every request is refused instead. */
export function exitIfMisconfigured(): void {
  if (!isConfigured() && !isServerlessHost()) process.exit(1);
}

export const mustRefuseRequests = () => isServerlessHost() && !isConfigured();

const isConfigured = () => shareInProcess('site.configured', () => checkSettings() && checkBuild());
