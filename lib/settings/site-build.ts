import 'server-only';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const pageSchema = z.object({
  /** The SHA-256 of the HTML, in hex. */
  sha256: z.string(),
  /** CSP sources of the inline scripts. */
  inlineScripts: z.array(z.string()),
});

/** The content of `site-build.json`, written by `scripts/build/finish-build.ts`. */
const siteBuildSchema = z.object({
  siteUrl: z.string(),
  pages: z
    .object({ '/': pageSchema, '/_not-found': pageSchema, '/_global-error': pageSchema })
    .catchall(pageSchema),
  files: z.array(z.string()),
  routes: z.array(z.string()),
  dynamicRoutes: z.array(z.string()),
});

type AddressKind = 'page' | 'route' | 'file';
export type SiteBuild = z.output<typeof siteBuildSchema>;
export type PrerenderedPages = SiteBuild['pages'];

const resolvePath = (distDir: string, path: string) =>
  join(/* turbopackIgnore: true */ process.cwd(), distDir, path);

const BUILD_HINT = 'Run "npm run build" first.';

let cachedBuild: SiteBuild | undefined;

/** Returns the build that this process serves. Throws if it was not finished. */
export function readFinishedBuild(distDir: string): SiteBuild {
  return (cachedBuild ??= siteBuildSchema.parse(
    JSON.parse(readFileSync(resolvePath(distDir, 'site-build.json')).toString()),
  ));
}

/**
 * Finds a reason not to serve a build.
 *
 * @param siteUrl the origin that it will be served at
 * @param hasPages whether this host has the prerendered pages: serverless functions do not
 * @returns a sentence, or undefined if the build can be served
 */
export function findBuildProblem(
  distDir: string,
  siteUrl: string,
  hasPages: boolean,
): string | undefined {
  let build: SiteBuild;
  try {
    build = readFinishedBuild(distDir);
  } catch {
    return `There is no finished build. ${BUILD_HINT}`;
  }
  if (build.siteUrl !== siteUrl)
    return `This build was made for ${build.siteUrl}, SITE_URL is ${siteUrl}. ${BUILD_HINT}`;
  const changed = Object.entries(hasPages ? build.pages : {})
    .filter(([path, { sha256 }]) => hashPage(distDir, path) !== sha256)
    .map(([path]) => path);
  if (changed.length > 0)
    return `Pages changed after the build was finished: ${changed.join(', ')}. ${BUILD_HINT}`;
  return undefined;
}

function hashPage(distDir: string, path: string): string | undefined {
  const name = path === '/' ? '/index' : path;
  try {
    const html = readFileSync(resolvePath(distDir, `server/app${name}.html`));
    return createHash('sha256').update(html).digest('hex');
  } catch {
    return undefined;
  }
}

/**
 * Returns the inline scripts that may run on the page at `path`. A prerendered page may be cached,
 * so it has hashes and no nonce. Any other may show the page for unknown addresses or errors.
 *
 * @param kind what the build has at `path`, if anything
 */
export function findInlineScripts(
  path: string,
  kind: AddressKind | undefined,
  pages: PrerenderedPages,
  createNonce: () => string,
) {
  const ownPage = kind === 'page' ? pages[path] : undefined;
  if (ownPage) return { hashes: ownPage.inlineScripts };
  const hashes = [pages['/_not-found'], pages['/_global-error']].flatMap(
    ({ inlineScripts }) => inlineScripts,
  );
  return kind === 'route' ? { hashes, nonce: createNonce() } : { hashes };
}
