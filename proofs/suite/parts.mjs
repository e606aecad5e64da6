import { npmCommand } from '../../scripts/npm.mjs';
import { whyNoPostgres } from '../databases/why-no-postgres.mjs';
import { programs } from '../programs.mjs';
import { countJest, countPlaywright, readCount } from './count.mjs';

/**
 * A part of the tests.
 *
 * @typedef {object} Part
 * @property {string} name
 * @property {string} proves for `--help`
 * @property {string[]} command
 * @property {number} cores how many of two cores it needs; half a one if it mostly waits
 * @property {string[]} [after] parts that have to end first, where they run at all
 * @property {Record<string, string>} [env]
 * @property {RegExp} [done] matches a line of its output for each test, or file of tests, that has ended
 * @property {() => import('./count.mjs').Count} [count]
 * @property {RegExp} [table] matches the lines of its output that are shown where the part was asked for by name
 * @property {boolean} [onRequest] runs when it is named only
 * @property {() => string | null} [cannotRun] why the part cannot run on this machine
 * @property {() => string | null} [leavesOut] which of its tests cannot run on this machine, and why
 */

export const folder = '.data/test-results';
/** The result of each part, read by nodes.mjs and steady.mjs. */
export const summaryFile = '.data/test-summary.json';

/** Of the parts that run on request, those that the long form has, too. */
const IN_FULL = new Set(['engines', 'vercel', 'container']);

/** A line in which a test prints its figure. */
const FIGURE = /^· /;

const node = (/** @type {string} */ program) => [process.execPath, program];

const noPostgres = () => withReason('real PostgreSQL', whyNoPostgres());
const notLinux = () => (process.platform === 'linux' ? null : 'the users and permissions of Linux');
const noWebKit = () =>
  process.platform === 'linux' ? null : 'WebKitGTK: it is a browser of Linux';

/**
 * @param {string} what
 * @param {string | null} reason
 */
const withReason = (what, reason) => (reason === null ? null : `${what}: ${reason}`);
const files = (/** @type {string} */ pattern) => ['--testPathPatterns', pattern];
const unit = [
  ...files('__tests__/(?!contract/|local/lifecycle)'),
  // A process that has run many files is slowed down by what they left behind; a new one takes over.
  '--workerIdleMemoryLimit=400MB',
];
const database = files('__tests__/contract/');
const lifecycle = files('__tests__/local/lifecycle');

/**
 * @param {string} name
 * @param {string[]} select which test files
 * @param {string} proves
 * @param {string[]} after
 * @returns {Part}
 */
function jest(name, select, proves, after = []) {
  const file = `${folder}/${name}.json`;
  return {
    name,
    proves,
    command: [
      ...node(programs.jest),
      '--maxWorkers=1',
      ...select,
      '--json',
      `--outputFile=${file}`,
    ],
    cores: 1,
    after,
    done: /^(PASS|FAIL) /,
    count: () => countJest(file),
  };
}

/**
 * @param {string} name
 * @param {string} proves
 * @param {string[]} [args]
 * @returns {Part}
 */
function playwright(name, proves, args = []) {
  const file = `${folder}/${name}.json`;
  return {
    name,
    proves,
    command: [...node(programs.playwright), 'test', ...args, '--reporter=list,json'],
    cores: 1.5,
    after: ['build', 'lifecycle'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    done: /^\s+([✓✘-]|ok|x) /,
    count: () => countPlaywright(file),
  };
}

/**
 * The main journeys in three engines (docs/decisions/027), or in one.
 *
 * @param {string} name
 * @param {string} proves
 * @param {string[]} [args]
 * @returns {Part}
 */
const engines = (name, proves, args = []) => ({
  name,
  proves,
  command: [
    ...node(programs.playwright),
    'test',
    '--config',
    'playwright.engines.config.ts',
    ...args,
  ],
  cores: 2,
  after: ['build'],
  done: /^\s+([✓✘-]|ok|x) /,
  table: /^[│┌├└]/,
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: `${folder}/${name}.json` },
  count: () => countPlaywright(`${folder}/${name}.json`),
  onRequest: true,
});

/** @type {Part} */
const sdk = {
  name: 'sdk',
  proves: 'the installed libraries do what docs/sdk-contract.md says of them',
  command: [...node(programs.tsx), 'proofs/sdk-contract/run.ts'],
  cores: 2,
  done: /^\s+([✓✘-]|ok|x) |^(PASS|FAIL) /,
  count: () => readCount('.data/sdk-contract/summary.json'),
};

/**
 * The parts of `npm test`, or those of `npm run test:full`, in the order in which they are begun: long ones first, so
 * that both cores have work to the end.
 *
 * @param {{ full: boolean }} form
 * @returns {Part[]}
 */
export function listParts({ full }) {
  /** @type {Part[]} */
  const quick = [
    {
      name: 'build',
      proves: 'the site builds; what follows shares the build',
      command: [...node(programs.tsx), 'proofs/suite/build.ts'],
      cores: 1,
    },
    jest('lifecycle', lifecycle, 'npm run local starts, stops and leaves nothing behind', [
      'build',
    ]),
    {
      ...jest(
        'unit',
        unit,
        'functions, components, handlers, screen reader, libraries without a browser',
      ),
      // The browser tests wait for half of their time.
      cores: 0.5,
    },
    {
      ...playwright('browser', 'journeys, accessibility, weight, policy in Chromium'),
      // Its pages wait a fifth of the time: another part runs beside it all along.
      cores: 1,
    },
    {
      ...jest(
        'trust',
        ['--config', 'proofs/trust/jest.config.mjs', '--testPathPatterns', 'trust.test'],
        'attacks, floods and outages lose no request and open nothing',
        ['build'],
      ),
      cores: 0.5,
      cannotRun: noPostgres,
      done: FIGURE,
      table: FIGURE,
    },
    {
      ...jest('database', database, 'the same contract on Supabase Lite and PostgreSQL'),
      cores: 0.5,
      leavesOut: noPostgres,
    },
    {
      ...jest(
        'alerts',
        ['--config', 'proofs/trust/jest.config.mjs', '--testPathPatterns', 'alerts.test'],
        'no alert is lost or sent twice, whatever ends or refuses',
        ['build'],
      ),
      cores: 0.5,
      cannotRun: noPostgres,
      done: FIGURE,
      table: FIGURE,
    },
    {
      ...jest(
        'doctor',
        ['--config', 'proofs/doctor/jest.config.mjs'],
        'npm run doctor finds every fault of a deployment, and nothing else',
      ),
      cannotRun: noPostgres,
      // It serves the build at the address that the browser tests use.
      after: ['build', 'browser'],
      done: /^\s+[✓✕]/,
    },
    {
      name: 'lint',
      proves: 'rules of style and of who may import whom',
      command: [...node(programs.eslint), '--max-warnings', '0', '.'],
      cores: 1,
    },
    {
      name: 'format',
      proves: 'every file is formatted',
      command: [...node(programs.prettier), '--check', '--log-level', 'warn', '.'],
      cores: 1,
    },
    {
      name: 'dead-code',
      proves: 'no file, export or dependency is left over',
      command: node(programs.knip),
      cores: 1,
    },
    {
      name: 'types',
      proves: 'types, those of the routes included',
      command: npmCommand(['run', '--silent', 'typecheck']).flat(),
      cores: 1,
      // The compiler reads the types that a build writes.
      after: ['build'],
    },
    {
      ...jest(
        'vercel',
        ['--config', 'proofs/vercel/jest.config.mjs'],
        "the functions that Vercel's own build makes answer as plain Node does",
      ),
      cores: 2,
      table: FIGURE,
      onRequest: true,
    },
    {
      ...engines('engines', 'the main journeys in Chromium, Firefox ESR and WebKitGTK'),
      leavesOut: noWebKit,
    },
    engines('journeys', 'the main journeys in Chromium alone', ['--project', 'Chromium']),
    {
      ...playwright(
        'container',
        'the image: built as the Dockerfile says, run by nobody, read-only',
        ['--config', 'playwright.container.config.ts'],
      ),
      cannotRun: notLinux,
      // It makes a build of its own.
      after: [],
      table: FIGURE,
      onRequest: true,
    },
  ];
  if (!full) return quick;
  return [
    ...quick.map((part) => (IN_FULL.has(part.name) ? { ...part, onRequest: false } : part)),
    {
      name: 'policy-grade',
      proves: 'the grade that the MDN Observatory gives to an https site',
      command: [...node(programs.tsx), 'proofs/policy/run.ts'],
      cores: 2,
    },
    sdk,
    {
      ...jest(
        'brand',
        ['--config', 'proofs/brand/jest.config.mjs'],
        'a copy that becomes another brand keeps no trace of the present one',
      ),
      // It makes a build of its own.
      cores: 2,
      done: /^\s+[✓✕]/,
    },
    playwright('calls-again', 'every call journey, twice more', ['e2e/call', '--repeat-each=2']),
    {
      ...playwright(
        'two-instances',
        'the quick browser tests, each request at the other of two servers',
      ),
      env: {
        TEST_INSTANCES: '2',
        FULL: '',
        PLAYWRIGHT_JSON_OUTPUT_NAME: `${folder}/two-instances.json`,
      },
    },
    {
      ...playwright('plain-hydration', 'the quick browser tests on pages that hydrate at once'),
      env: {
        HYDRATION: 'plain',
        // The quick form: no scenario and no look depends on when React starts.
        FULL: '',
        PLAYWRIGHT_JSON_OUTPUT_NAME: `${folder}/plain-hydration.json`,
      },
    },
  ];
}
