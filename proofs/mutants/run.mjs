// `npm run test:mutants -- lib/contact components/typing`: plants small faults in the code of these folders, one at a
// time, and counts those that no unit test notices; all folders without names. `--files lib/contact/submit.ts,…` takes
// single files. Ends with a table, and with exit code 1 where a goal is missed (docs/decisions/026).
import { parseArgs } from 'node:util';
import { join, relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';

process.chdir(join(import.meta.dirname, '../..'));

/**
 * The lowest score of each folder: how many of a hundred faults are noticed.
 *
 * @type {Record<string, number>}
 */
const GOALS = {
  'lib/contact': 95,
  'lib/outreach': 85,
  'lib/server': 85,
  'lib/call': 85,
  'components/contact': 85,
  'components/outreach': 85,
  'components/typing': 85,
  'components/call': 85,
  'components/page-script': 85,
};
/**
 * A folder's tests mirror its place; some have tests at another place too.
 *
 * @type {Record<string, string[]>}
 */
const TESTS_ELSEWHERE = {
  'lib/server': ['app/api'],
  'lib/call': ['components/call'],
  'components/call': ['lib/call'],
};
/** These decide about money, rows or the microphone: their goal is higher than their folder's. */
const STRICT_GOAL = 95;
const STRICT = [
  'lib/server/contact/strategy-sessions.ts',
  'lib/server/http/rate-limit.ts',
  'lib/server/contact/contact-request.ts',
  'lib/server/outreach/decision-makers.ts',
  'lib/server/outreach/visit-request.ts',
  'lib/server/call/call-config-request.ts',
  'lib/server/call/call-budget.ts',
  'lib/server/call/call-ticket.ts',
  'lib/server/call/call-ticket-request.ts',
  'lib/server/call/web-call-request.ts',
  'lib/server/call/call-left-request.ts',
  'lib/server/call/call-ended-request.ts',
  'lib/server/call/voice-provider.ts',
  'lib/call/state/call-ticket.ts',
  'lib/call/report-left.ts',
  'lib/call/media/microphone.ts',
  'lib/call/media/call-input.ts',
  'lib/call/state/call-preparation.ts',
  'lib/call/sdk/call-attempt.ts',
  'lib/call/state/call-session.ts',
  'lib/call/sdk/call-room.ts',
  'lib/call/state/call-setup.ts',
  'lib/call/media/room-microphone.ts',
  'lib/call/media/assistant-sound.ts',
  'lib/call/sdk/sdk-events.ts',
  'components/contact/use-contact.ts',
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { files: { type: 'string' } },
});
const files = values.files?.split(',') ?? [];
const named = positionals.map((folder) => folder.replace(/\/$/, ''));
const folders = named.length + files.length > 0 ? named : Object.keys(GOALS);
const unknown = [...folders, ...files].filter((name) => goalOf(name) === undefined);
if (unknown.length > 0) {
  console.error(`No goal for ${unknown.join(', ')}. Folders: ${Object.keys(GOALS).join(', ')}`);
  process.exit(1);
}

// Read by jest.config.mjs.
process.env.MUTANTS_TESTS = [...folders, ...files].flatMap(testsOf).join();
const results = await new Stryker({
  configFile: 'proofs/mutants/stryker.config.mjs',
  mutate: [...folders.map((folder) => `${folder}/**/*.{ts,tsx,mjs}`), ...files],
}).runMutationTest();
const mutants = results.map((mutant) => ({
  ...mutant,
  file: relative(process.cwd(), mutant.fileName),
}));

const within = (/** @type {string} */ name) =>
  mutants.filter(({ file }) => file === name || file.startsWith(`${name}/`));
const strict = STRICT.filter((file) => !files.includes(file) && within(file).length > 0);
const rows = [...folders, ...files, ...strict].map((name) => {
  const found = within(name);
  const count = (/** @type {string[]} */ ...statuses) =>
    found.filter(({ status }) => statuses.includes(status)).length;
  // A timeout counts as noticed.
  const killed = count('Killed', 'Timeout');
  const survived = count('Survived', 'NoCoverage');
  const score = (100 * killed) / (killed + survived);
  const goal = goalOf(name) ?? 100;
  return {
    'folder or file': name,
    mutants: killed + survived,
    killed,
    'of them by time': count('Timeout'),
    survived,
    ignored: count('Ignored'),
    'score %': Number(score.toFixed(1)),
    'goal %': goal,
    // False for NaN, too: the score of a name that matches no code.
    ok: score >= goal,
  };
});

const ignored = mutants.filter(({ status }) => status === 'Ignored');
/** @type {Record<string, number>} */
const reasons = {};
for (const { file, location, statusReason = 'no reason' } of ignored) {
  const general = statusReason === 'gives class names';
  const why = general ? statusReason : `${file}:${location.start.line} ${statusReason}`;
  reasons[why] = (reasons[why] ?? 0) + 1;
}
if (ignored.length > 0) console.log('\nIgnored:');
for (const [why, number] of Object.entries(reasons)) console.log(`${number} × ${why}`);
// Neither noticed nor survived: with the fault the code could not be loaded.
const broken = mutants.filter(({ status }) => /Error|Pending/.test(status));
for (const { file, location, status } of broken)
  console.log(`${status}: ${file}:${location.start.line}`);
console.table(rows);
const missed = rows.filter(({ ok }) => !ok);
for (const row of missed) console.log(`✗ ${row['folder or file']} misses its goal`);
process.exit(missed.length > 0 ? 1 : 0);

/**
 * The goal of a folder, or of a file in one of them.
 *
 * @param {string} name
 * @returns {number | undefined}
 */
function goalOf(name) {
  if (STRICT.includes(name)) return STRICT_GOAL;
  return GOALS[folderOf(name) ?? ''];
}

/** @param {string} name */
function folderOf(name) {
  return Object.keys(GOALS).find((folder) => name === folder || name.startsWith(`${folder}/`));
}

/** @param {string} name */
function testsOf(name) {
  const folder = folderOf(name) ?? '';
  return [folder, ...(TESTS_ELSEWHERE[folder] ?? [])];
}
