// `node scripts/tools/code-figures.mjs [checkout]`: counts lines, comments, long lines and files
// per folder, of this checkout or of another one.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = process.argv[2] ?? '.';
const PRODUCT = ['app', 'components', 'lib', 'server', 'scripts', 'local', 'supabase'];
const COMMENTED = ['app', 'components', 'lib', 'server', 'scripts'];
/** These folders of scripts/ are tools; a checkout that has them elsewhere counts the same. */
const TOOLS = /^scripts\/(test|bench|brand|typeface|lint|db|tools)\//;
/** Whether people write and read it. */
const CODE = /(?<!\.generated)\.(ts|tsx|mjs|sql|css)$/;
// SQL is not among them, so that a custom property of CSS is not taken for a comment.
const COMMENT = /^\s*(\/\/|\/\*|\*|\{\/\*)/;
const MAX_COLUMNS = 100;
const MAX_FILES = 12;

const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' });
const paths = tracked.trim().split('\n');
// `npm run db:migration` writes the migrations of a checkout that has schemas.
const hasSchemas = paths.some((path) => path.startsWith('supabase/schemas/'));
const isWritten = (/** @type {string} */ path) =>
  CODE.test(path) && !(hasSchemas && path.startsWith('supabase/migrations/'));
const files = paths.filter(isWritten).map((path) => {
  const folder = path.includes('/') ? (path.split('/')[0] ?? '') : '(root)';
  const isProduct = PRODUCT.includes(folder) && !TOOLS.test(path);
  const lines = readFileSync(join(root, path), 'utf8').split('\n').slice(0, -1);
  return { path, folder, isProduct, lines };
});

/** @type {(list: typeof files, test?: (line: string) => boolean) => number} */
const countLines = (list, test = () => true) =>
  list.reduce((sum, { lines }) => sum + lines.filter(test).length, 0);
/** @typedef {(typeof files)[0]} File */
/** @type {(getKey: (file: File) => string, getNumber: (file: File) => number) => object} */
const sumBy = (getKey, getNumber) => {
  /** @type {Record<string, number>} */
  const sums = {};
  for (const file of files) sums[getKey(file)] = (sums[getKey(file)] ?? 0) + getNumber(file);
  return sums;
};

const commented = files.filter(({ isProduct, folder }) => isProduct && COMMENTED.includes(folder));
const commentLines = countLines(commented, (line) => COMMENT.test(line));
const filesPerFolder = Object.values(
  sumBy(
    ({ path }) => dirname(path),
    () => 1,
  ),
);
console.table({
  'lines of product': countLines(files.filter(({ isProduct }) => isProduct)),
  'lines of tests and tools': countLines(
    files.filter(({ isProduct, folder }) => !isProduct && folder !== '(root)'),
  ),
  'comment lines, percent': Number(((100 * commentLines) / countLines(commented)).toFixed(1)),
  [`lines over ${MAX_COLUMNS} columns`]: countLines(files, (line) => line.length > MAX_COLUMNS),
  [`folders with more than ${MAX_FILES} files`]: filesPerFolder.filter((count) => count > MAX_FILES)
    .length,
});
console.table(
  sumBy(
    ({ folder }) => folder,
    ({ lines }) => lines.length,
  ),
);
