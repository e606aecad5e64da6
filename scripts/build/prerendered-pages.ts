import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '../../lib/site/files';
import type { Addresses } from '../../lib/site/routing';

type RoutesManifest = Record<'staticRoutes' | 'dynamicRoutes', { page: string; regex: string }[]>;
interface PrerenderManifest {
  routes: Record<string, { initialRevalidateSeconds: number | false; dataRoute: string | null }>;
}

/** Maps the path of each prerendered page to its file. */
export function findPrerenderedPages(distDir: string): Map<string, string> {
  const folder = join(distDir, 'server', 'app');
  const pages = listFiles(folder).filter((file) => file.endsWith('.html'));
  return new Map(pages.map((file) => [toPath(file), join(folder, file)]));
}

function toPath(file: string): string {
  const path = file.slice(0, -'.html'.length);
  return path === 'index' ? '/' : `/${path}`;
}

/** Lists what a build has besides prerendered pages. */
export function listAddresses(distDir: string, publicDir = 'public'): Omit<Addresses, 'pages'> {
  const readManifest = (name: string) =>
    JSON.parse(readFileSync(join(distDir, `${name}-manifest.json`), 'utf8'));
  const prerendered = Object.keys(readManifest('prerender').routes);
  const handlers = Object.entries<string>(readManifest('app-path-routes'))
    .filter(([source]) => source.endsWith('/route'))
    .map(([, path]) => path);
  const { staticRoutes, dynamicRoutes }: RoutesManifest = readManifest('routes');
  const publicFiles = listFiles(publicDir).map((file) => `/${file}`);
  return {
    files: [...prerendered.filter((path) => handlers.includes(path)), ...publicFiles].sort(),
    routes: staticRoutes.map(({ page }) => page).filter((page) => !prerendered.includes(page)),
    dynamicRoutes: dynamicRoutes.map(({ regex }) => regex),
  };
}

/** Throws when a page revalidates, because no hash would cover its new inline scripts. */
export function refuseRevalidation(distDir: string): void {
  const { routes }: PrerenderManifest = JSON.parse(
    readFileSync(join(distDir, 'prerender-manifest.json'), 'utf8'),
  );
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
