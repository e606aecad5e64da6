import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { hashContent } from './files';

const pageSchema = z.object({
  /** The SHA-256 of the HTML, in hex. */
  sha256: z.string(),
  /** CSP sources of the inline scripts. */
  inlineScripts: z.array(z.string()),
});

/** The record of a finished build. */
const siteBuildSchema = z.object({
  siteUrl: z.string(),
  /** Of the sources and settings that the build was made from. */
  sourceHash: z.string().optional(),
  /** Those that are fixed at build time. */
  settings: z.record(z.string(), z.string()).optional(),
  /** Prerendered pages, by path. */
  pages: z
    .object({ '/': pageSchema, '/_not-found': pageSchema, '/_global-error': pageSchema })
    .catchall(pageSchema),
  /** Paths of public files, and of prerendered handlers. */
  files: z.array(z.string()),
  /** Paths of pages and handlers that are rendered per request. */
  routes: z.array(z.string()),
  /** Regular expressions of those whose path has parameters. */
  dynamicRoutes: z.array(z.string()),
});

type PageRecord = z.output<typeof pageSchema>;
export type SiteBuild = z.output<typeof siteBuildSchema>;

export const SITE_BUILD_FILE = 'site-build.json';
const BUILD_HINT = 'Run "npm run build" first.';
const MISMATCH_HINT = 'Correct the setting, or run "npm run build" if it is right.';
const NOT_FINISHED = `There is no finished build. ${BUILD_HINT}`;

const resolvePath = (distDir: string, path: string) =>
  resolve(/* turbopackIgnore: true */ process.cwd(), distDir, path);

/** Reads the record in Next's output folder; undefined if the build was not finished. */
export function readSiteBuild(distDir: string): SiteBuild | undefined {
  const file = resolvePath(distDir, SITE_BUILD_FILE);
  if (!existsSync(file)) return undefined;
  try {
    return siteBuildSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** @throws when there is no finished build */
export function requireSiteBuild(distDir: string): SiteBuild {
  const build = readSiteBuild(distDir);
  if (!build) throw new Error(NOT_FINISHED);
  return build;
}

/** @throws when a page is missing that every build has */
export function writeSiteBuild(
  distDir: string,
  build: Omit<SiteBuild, 'pages'> & { pages: Record<string, PageRecord> },
): void {
  const record = siteBuildSchema.parse(build);
  writeFileSync(join(distDir, SITE_BUILD_FILE), JSON.stringify(record));
}

/** Finds a setting that the build was made with and that is another now. Returns a sentence. */
export function findMismatch(
  build: SiteBuild,
  siteUrl: string,
  settings: Record<string, string> = {},
): string | undefined {
  if (build.siteUrl !== siteUrl)
    return `This build was made for ${build.siteUrl}, SITE_URL is ${siteUrl}. ${MISMATCH_HINT}`;
  for (const [name, value] of Object.entries(settings)) {
    const built = build.settings?.[name];
    if (built !== value)
      return `This build was made with ${name}=${built}, now it is ${value}. ${MISMATCH_HINT}`;
  }
  return undefined;
}

let servedBuild: SiteBuild | undefined;

/** Returns the build that this process serves, which it reads once. */
export const getServedBuild = (distDir: string) => (servedBuild ??= requireSiteBuild(distDir));

/**
 * Finds a reason not to serve a build at an origin. Returns a sentence, or undefined.
 *
 * @param hasPages whether this host has the prerendered pages: serverless functions do not
 */
export function findBuildProblem(
  distDir: string,
  siteUrl: string,
  hasPages: boolean,
): string | undefined {
  const build = readSiteBuild(distDir);
  if (!build) return NOT_FINISHED;
  const mismatch = findMismatch(build, siteUrl);
  if (mismatch) return mismatch;
  const changed = Object.entries(hasPages ? build.pages : {})
    .filter(([path, { sha256 }]) => hashPage(distDir, path) !== sha256)
    .map(([path]) => path);
  return changed.length > 0
    ? `Pages changed after the build was finished: ${changed.join(', ')}. ${BUILD_HINT}`
    : undefined;
}

function hashPage(distDir: string, path: string): string | undefined {
  const name = path === '/' ? '/index' : path;
  try {
    return hashContent(readFileSync(resolvePath(distDir, `server/app${name}.html`)));
  } catch {
    return undefined;
  }
}
