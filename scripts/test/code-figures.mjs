// `node scripts/test/code-figures.mjs [checkout]`: counts lines, comments, long lines, unusual
// words and files per folder, of this checkout or of another one.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = process.argv[2] ?? '.';
const PRODUCT = ['app', 'components', 'lib', 'server', 'scripts', 'local', 'supabase'];
const COMMENTED = ['app', 'components', 'lib', 'server', 'scripts'];
/** These folders of scripts/ are tools; a checkout that has them elsewhere counts the same. */
const TOOLS = /^scripts\/(test|bench|brand|typeface)\//;
/** Whether people write and read it. */
const isCode = (/** @type {string} */ file) => /(?<!\.generated)\.(ts|tsx|mjs|sql|css)$/.test(file);
const isRootFile = (/** @type {string} */ file) => !file.includes('/');
// SQL is not among them, so that a custom property of CSS is not taken for a comment.
const COMMENT = /^\s*(\/\/|\/\*|\*|\{\/\*)/;
const MAX_COLUMNS = 100;

/** Words that English code does not usually use in this sense. */
const UNUSUAL_WORDS = [
  ...['stands', 'nobody', 'beside', 'away', 'of its own', 'by itself', 'whoever', 'is told'],
  ...['are told', 'told of', 'anew', 'afresh', 'in vain', 'host of functions', 'data for React'],
  ...['taken back'],
];
const unusualPattern = new RegExp(`\\b(${UNUSUAL_WORDS.join('|')})\\b`, 'gi');

const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' });
const files = tracked
  .trim()
  .split('\n')
  .filter((path) => isCode(path) || path.endsWith('.md'))
  .map((path) => ({
    path,
    lines: readFileSync(join(root, path), 'utf8').split('\n').slice(0, -1),
  }));
const getFolder = (/** @type {string} */ path) => path.split('/')[0] ?? '';
const isProduct = (/** @type {string} */ path) =>
  PRODUCT.includes(getFolder(path)) && !TOOLS.test(path);
const code = files.filter(({ path }) => isCode(path));

/** @type {(list: typeof files, test?: (line: string) => boolean) => number} */
const countLines = (list, test = () => true) =>
  list.reduce((sum, { lines }) => sum + lines.filter(test).length, 0);

const commented = code.filter(({ path }) => isProduct(path) && COMMENTED.includes(getFolder(path)));
const prose = files.filter(
  ({ path }) =>
    path !== 'docs/sdk-contract.md' &&
    (isProduct(path) || isRootFile(path) || getFolder(path) === 'docs'),
);
const fileCountsByFolder = new Map();
for (const { path } of code)
  fileCountsByFolder.set(dirname(path), (fileCountsByFolder.get(dirname(path)) ?? 0) + 1);

console.table({
  'lines of product': countLines(code.filter(({ path }) => isProduct(path))),
  'lines of tests and tools': countLines(
    code.filter(({ path }) => !isProduct(path) && !isRootFile(path)),
  ),
  'comment lines, percent': Number(
    ((100 * countLines(commented, (line) => COMMENT.test(line))) / countLines(commented)).toFixed(
      1,
    ),
  ),
  [`lines over ${MAX_COLUMNS} columns`]: countLines(code, (line) => line.length > MAX_COLUMNS),
  'unusual words': prose
    .flatMap(({ lines }) => lines)
    .reduce((sum, line) => sum + (line.match(unusualPattern)?.length ?? 0), 0),
  'files in lib/server itself': fileCountsByFolder.get('lib/server'),
  'folders with more than 12 files': [...fileCountsByFolder.values()].filter((each) => each > 12)
    .length,
  'npm scripts': Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts)
    .length,
  'decision pages': files.filter(({ path }) => /^docs\/decisions\/\d/.test(path)).length,
});
const linesByFolder = Object.fromEntries(
  [...new Set(code.map(({ path }) => (isRootFile(path) ? '(root)' : getFolder(path))))].map(
    (folder) => [
      folder,
      countLines(
        code.filter(({ path }) => (isRootFile(path) ? '(root)' : getFolder(path)) === folder),
      ),
    ],
  ),
);
console.table(linesByFolder);
