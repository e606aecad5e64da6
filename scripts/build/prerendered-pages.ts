import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Maps the path of each prerendered page to its file. */
export function findPrerenderedPages(/** @type {string} */ distDir) {
  const folder = join(distDir, 'server', 'app');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const pages = files.filter((file) => file.endsWith('.html')).sort();
  return new Map(pages.map((file) => [toPath(file.split(sep).join('/')), join(folder, file)]));
}

function toPath(/** @type {string} */ file) {
  const path = file.slice(0, -'.html'.length);
  return path === 'index' ? '/' : `/${path}`;
}

/** @import { Addresses } from '../../lib/settings/addresses.ts' */

/** @type {(distDir: string, publicDir?: string) => Omit<Addresses, 'pages'>} */
export function listAddresses(distDir, publicDir = 'public') {
  const readManifest = (/** @type {string} */ name) =>
    JSON.parse(readFileSync(join(distDir, `${name}-manifest.json`), 'utf8'));
  const prerendered = Object.keys(readManifest('prerender').routes);
  const handlers = Object.entries(readManifest('app-path-routes'))
    .filter(([source]) => source.endsWith('/route'))
    .map(([, path]) => path);
  /** @type {Record<'staticRoutes' | 'dynamicRoutes', { page: string, regex: string }[]>} */
  const { staticRoutes, dynamicRoutes } = readManifest('routes');
  const publicFiles = readdirSync(publicDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join('/', relative(publicDir, join(entry.parentPath, entry.name))))
    .map((file) => file.split(sep).join('/'));
  return {
    files: [...prerendered.filter((path) => handlers.includes(path)), ...publicFiles].sort(),
    routes: staticRoutes.map(({ page }) => page).filter((page) => !prerendered.includes(page)),
    dynamicRoutes: dynamicRoutes.map(({ regex }) => regex),
  };
}

/** @typedef {{ initialRevalidateSeconds: number | false, dataRoute: string | null }} Route */

/** Throws when a page revalidates, because no hash would cover its new inline scripts. */
export function refuseRevalidation(/** @type {string} */ distDir) {
  /** @type {{ routes: Record<string, Route> }} */
  const { routes } = JSON.parse(readFileSync(join(distDir, 'prerender-manifest.json'), 'utf8'));
  const revalidatingPaths = Object.entries(routes)
    .filter(([, route]) => route.dataRoute && route.initialRevalidateSeconds !== false)
    .map(([path]) => path);
  if (revalidatingPaths.length > 0) {
    const list = revalidatingPaths.join(', ');
    throw new Error(
      `Pages that revalidate cannot be covered by hashes; render them per request: ${list}`,
    );
  }
}
