import { rmSync } from 'node:fs';

/** Removes the route types of older builds: TypeScript reads them all, and would know routes that no longer exist. */
export function forgetRouteTypes() {
  for (const distDir of ['.next', '.next-local', '.next-test']) {
    rmSync(`${distDir}/types`, { recursive: true, force: true });
  }
}
