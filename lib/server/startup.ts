import 'server-only';
import { describeEnv, env, isFunctionHost } from './env';
import { log } from './observe/log';
import { findBuildProblem } from './site-build';

/**
 * Checks the settings when the server starts. Logs what is off without an optional one, and the names of missing or wrong
 * ones, never a value. Returns false when the server must not serve.
 */
export function checkSettings(source?: NodeJS.ProcessEnv): boolean {
  const { missing, invalid, off } = describeEnv(source);
  for (const name of missing) log.error({ setting: name }, 'setting missing');
  for (const { name, reason } of invalid) log.error({ setting: name, reason }, 'setting wrong');
  for (const { name, feature } of off) log.info({ setting: name, off: feature }, 'not set');
  return missing.length + invalid.length === 0;
}

/** Whether the build is whole, was made for SITE_URL, and has the pages that its policy was made for. Logs why not. */
export function checkBuild(): boolean {
  const { NODE_ENV, NEXT_DIST_DIR, SITE_URL } = env();
  if (NODE_ENV === 'development') return true;
  const flaw = findBuildProblem(NEXT_DIST_DIR, SITE_URL, !isFunctionHost());
  if (flaw) log.error({ reason: flaw }, 'build refused');
  return flaw === undefined;
}

/**
 * Ends a process that must not serve: better no server than one that loses requests. A host that runs functions would
 * start it again and again, so there it goes on, and refuses every request.
 */
export function exitIfMisconfigured(): void {
  if (!isConfigured() && !isFunctionHost()) process.exit(1);
}

/** Whether every request has to be refused with 503. */
export const mustRefuseRequests = () => isFunctionHost() && !isConfigured();

// Next may bundle this module several times for one process: for instrumentation, proxy, pages and handlers.
const FIT = Symbol.for('site.fit');
const ofProcess = globalThis as { [FIT]?: boolean };

/** Checks settings and build once in a process, with lines in the log. */
const isConfigured = () => (ofProcess[FIT] ??= checkSettings() && checkBuild());
