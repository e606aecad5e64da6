import { rmSync } from 'node:fs';

/**
 * Removes the route types of all finished builds. TypeScript reads those of every output folder, so the
 * ones of an older build would report a route that no longer exists; each build writes its own anew.
 */
export function forgetRouteTypes() {
  for (const distDir of ['.next', '.next-local', '.next-test', '.next-policy']) {
    rmSync(`${distDir}/types`, { recursive: true, force: true });
  }
}
