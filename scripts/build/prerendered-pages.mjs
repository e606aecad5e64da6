import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * @param {string} distDir Next's output folder
 * @returns {Map<string, string>} the file of each prerendered page by its path, e.g. `/privacy`
 */
export function prerenderedPages(distDir) {
  const folder = join(distDir, 'server', 'app');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const pages = files.filter((file) => file.endsWith('.html')).sort();
  return new Map(pages.map((file) => [pathOf(file.split(sep).join('/')), join(folder, file)]));
}

/** @param {string} file e.g. `index.html`, `privacy.html` */
function pathOf(file) {
  const path = file.slice(0, -'.html'.length);
  return path === 'index' ? '/' : `/${path}`;
}

/**
 * @param {string} distDir Next's output folder
 * @throws {Error} when the server would render a page again later, with scripts that no hash covers
 */
export function refuseRevalidation(distDir) {
  /** @type {{ routes: Record<string, { initialRevalidateSeconds: number | false, dataRoute: string | null }> }} */
  const { routes } = JSON.parse(readFileSync(join(distDir, 'prerender-manifest.json'), 'utf8'));
  const changing = Object.entries(routes)
    .filter(([, route]) => route.dataRoute && route.initialRevalidateSeconds !== false)
    .map(([path]) => path);
  if (changing.length > 0) {
    throw new Error(
      `Pages that revalidate cannot be covered by hashes; render them per request: ${changing.join(', ')}`,
    );
  }
}
