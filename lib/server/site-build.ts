import 'server-only';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const page = z.object({
  /** Of the page's HTML, as hex. */
  sha256: z.string(),
  /** The CSP sources of its inline scripts. */
  inlineScripts: z.array(z.string()),
});

/** What `scripts/build/finish-build.mjs` writes down about a build, in `site-build.json`. */
const siteBuild = z.object({
  /** The origin in its pages. */
  siteUrl: z.string(),
  /** Prerendered pages by path. Unknown addresses and errors are answered with the second and the third. */
  pages: z.object({ '/': page, '/_not-found': page, '/_global-error': page }).catchall(page),
});

export type SiteBuild = z.output<typeof siteBuild>;
export type PrerenderedPages = SiteBuild['pages'];

const below = (distDir: string, path: string) =>
  join(/* turbopackIgnore: true */ process.cwd(), distDir, path);

let cached: SiteBuild | undefined;

/**
 * The build that this process serves, read once.
 *
 * @throws when the build was not finished
 */
export function finishedBuild(distDir: string): SiteBuild {
  return (cached ??= siteBuild.parse(
    JSON.parse(readFileSync(below(distDir, 'site-build.json')).toString()),
  ));
}

/**
 * Why a build must not be served, as one sentence; undefined when it may be.
 *
 * @param siteUrl the origin that it is to be served at
 * @param hasPages whether the prerendered pages lie on this host: functions are given none of them
 */
export function findBuildProblem(
  distDir: string,
  siteUrl: string,
  hasPages: boolean,
): string | undefined {
  let build: SiteBuild;
  try {
    build = finishedBuild(distDir);
  } catch {
    return 'There is no finished build. Run "npm run build" first.';
  }
  if (build.siteUrl !== siteUrl)
    return `This build was made for ${build.siteUrl}, SITE_URL is ${siteUrl}. Run "npm run build" first.`;
  const changed = Object.entries(hasPages ? build.pages : {})
    .filter(([path, { sha256 }]) => sha256Of(distDir, path) !== sha256)
    .map(([path]) => path);
  if (changed.length > 0)
    return `Pages changed after the build was finished: ${changed.join(', ')}. Run "npm run build" first.`;
  return undefined;
}

/** @param path of a prerendered page, e.g. `/privacy` */
function sha256Of(distDir: string, path: string): string | undefined {
  const name = path === '/' ? '/index' : path;
  try {
    const html = readFileSync(below(distDir, `server/app${name}.html`));
    return createHash('sha256').update(html).digest('hex');
  } catch {
    return undefined;
  }
}

/**
 * Which inline scripts may run on the page at `path`. A prerendered page may be cached, so it has hashes and no nonce. Any
 * other page is rendered per request, or it is the prerendered page for an unknown address or an error.
 */
export function inlineScriptsOf(path: string, pages: PrerenderedPages, newNonce: () => string) {
  const own = Object.hasOwn(pages, path) ? pages[path] : undefined;
  if (own) return { hashes: own.inlineScripts };
  const hashes = [pages['/_not-found'], pages['/_global-error']].flatMap(
    ({ inlineScripts }) => inlineScripts,
  );
  return { hashes, nonce: newNonce() };
}
