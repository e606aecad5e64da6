import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';

const listFolders = (folder: string, file: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path) === file)
    .map(dirname)
    .sort();

/** The names of all handlers below `/api/`. */
export const apiRoutes = listFolders('app/api', 'route.ts');

/** The paths of all pages, but those of short links, which need a prospect. */
export const pagePaths = listFolders('app', 'page.tsx')
  .map((folder) => `/${folder.replace(/^\(\w+\)\/?/, '')}`)
  .filter((path) => !path.includes('['));
