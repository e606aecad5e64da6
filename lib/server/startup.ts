import 'server-only';
import { describeEnv } from './env';
import { inlineScriptHashes } from './inline-scripts';
import { log } from './log';

/**
 * Checks the settings once, when the server starts. Says what is off without an optional one; with a missing
 * or wrong required one it logs the names, never a value, and returns false: the server must not start.
 */
export function checkSettings(source: NodeJS.ProcessEnv): boolean {
  const { missing, invalid, off } = describeEnv(source);
  for (const name of missing) log.error({ setting: name }, 'setting missing');
  for (const { name, reason } of invalid) log.error({ setting: name, reason }, 'setting wrong');
  for (const { name, feature } of off) log.info({ setting: name, off: feature }, 'not set');
  return missing.length + invalid.length === 0;
}

/** Whether the build was finished and deployed whole; without that file every page would be answered as not found. */
export function checkBuild({ NODE_ENV, NEXT_DIST_DIR }: NodeJS.ProcessEnv): boolean {
  if (NODE_ENV === 'development') return true;
  const distDir = NEXT_DIST_DIR || '.next';
  try {
    inlineScriptHashes(distDir);
    return true;
  } catch {
    log.error({ file: `${distDir}/inline-scripts.json` }, 'build not whole');
    return false;
  }
}

/** Ends the process when a setting or the build is not right: better no server than one that loses requests. */
export function requireSettings(source: NodeJS.ProcessEnv): void {
  if (!checkSettings(source) || !checkBuild(source)) process.exit(1);
}
