import { rmSync } from 'node:fs';

/** Removes the route types of older builds, which may name routes that no longer exist. */
export function removeRouteTypes() {
  for (const distDir of ['.next', '.next-local', '.next-test']) {
    rmSync(`${distDir}/types`, { recursive: true, force: true });
  }
}
