import 'server-only';
import { describeEnv } from './env';
import { inlineScriptHashes } from './inline-scripts';
import { log } from './log';

/**
 * Checks the settings when the server starts. Logs what is off without an optional one, and the names of missing or wrong
 * ones, never a value. Returns false when the server must not start.
 */
export function checkSettings(source: NodeJS.ProcessEnv): boolean {
  const { missing, invalid, off } = describeEnv(source);
  for (const name of missing) log.error({ setting: name }, 'setting missing');
  for (const { name, reason } of invalid) log.error({ setting: name, reason }, 'setting wrong');
  for (const { name, feature } of off) log.info({ setting: name, off: feature }, 'not set');
  return missing.length + invalid.length === 0;
}

/** Whether the build is complete: without the file of the inline scripts no page could be served. */
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

/** Ends the process when a setting or the build is wrong: better no server than one that loses requests. */
export function requireSettings(source: NodeJS.ProcessEnv): void {
  if (!checkSettings(source) || !checkBuild(source)) process.exit(1);
}
