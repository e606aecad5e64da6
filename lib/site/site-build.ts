import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BuiltInSettings } from '@/lib/settings/settings';

/** `inlineScripts`: their CSP sources; `sha256`: of the HTML, in hex. */
type PageRecord = { sha256: string; inlineScripts: string[] };

export interface SiteBuild {
  settings: BuiltInSettings;
  /** Prerendered pages, by path. */
  pages: Record<'/' | '/_not-found' | '/_global-error', PageRecord> &
    Partial<Record<string, PageRecord>>;
  /** Paths of public files, and of prerendered handlers. */
  files: string[];
  /** Regular expressions for paths of pages and handlers that are rendered per request. */
  routes: string[];
}

export const SITE_BUILD_FILE = 'site-build.json';
const NOT_FINISHED = 'There is no finished build. Run "npm run build" first.';

/** Undefined if the build was not finished. */
export function readSiteBuild(distDir: string): SiteBuild | undefined {
  const file = resolve(/* turbopackIgnore: true */ process.cwd(), distDir, SITE_BUILD_FILE);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Returns a sentence if a build must not be served, as one for another address. */
export function findBuildProblem(distDir: string, settings: BuiltInSettings): string | undefined {
  const build = readSiteBuild(distDir);
  if (!build) return NOT_FINISHED;
  const names = Object.keys(build.settings) as (keyof BuiltInSettings)[];
  const name = names.find((each) => build.settings[each] !== settings[each]);
  return (
    name &&
    `This build was made with ${name}=${build.settings[name]}, now it is ${settings[name]}. ` +
      'Correct the setting, or run "npm run build" if it is right.'
  );
}

let servedBuild: SiteBuild | undefined;

export function getServedBuild(distDir: string): SiteBuild {
  servedBuild ??= readSiteBuild(distDir);
  if (!servedBuild) throw new Error(NOT_FINISHED);
  return servedBuild;
}
