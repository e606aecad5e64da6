import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** The names of all handlers below `/api/`. */
export const apiRoutes: readonly string[] = readdirSync('app/api', {
  recursive: true,
  encoding: 'utf8',
})
  .filter((file) => file.endsWith('route.ts'))
  .map(dirname)
  .sort();
