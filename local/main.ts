import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadSettings } from '../lib/settings/load-settings';
import {
  findProblems,
  joinProblems,
  listUnknownSettings,
  REQUIRED_SETTINGS,
} from '../lib/settings/settings';
import { buildPersonalLink } from '../lib/outreach/personal-link';
import { watchParentExit } from '../scripts/watch-parent.mjs';
import { findFreePort, isPortFree } from './ports';
import { deleteData, type Stack, startStack } from './stack';

const { values } = parseArgs({
  options: {
    dev: { type: 'boolean', default: false },
    reset: { type: 'boolean', default: false },
    data: { type: 'string', default: '.data/local' },
    dist: { type: 'string', default: '.next-local' },
  },
});
const { dev: isDevelopment, data: dataDir } = values;
const mode = isDevelopment ? 'development' : 'production';
let stack: Stack;
let stop: Stack['stop'] | undefined;
let stopping: Promise<void> | undefined;

// The terminal's reader may go away.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void shutDown(0));
// npm does not pass on every signal, so this process checks whether npm has ended.
watchParentExit(() => void shutDown(0));

try {
  loadSettings(mode);
  const runningSite = await findRunningSite();
  if (runningSite)
    throw new Error(
      `It already runs at ${runningSite}. Stop it first: they would share a database.`,
    );
  refuseWrongSettings();
  const port = await choosePort();
  if (values.reset) deleteData(dataDir);
  stack = await startStack({
    mode,
    dataDir,
    distDir: isDevelopment ? '.next' : values.dist,
    port,
    onStarting: (stopParts) => (stop = stopParts),
    showAlert: (text) => console.log(`\n${text.replaceAll(/^(?=.)/gm, '    ')}\n`),
    onCrash: (sentence) => {
      console.error(sentence);
      void shutDown(1);
    },
  });
} catch (error) {
  if (!stopping) console.error(error instanceof Error ? error.message : error);
  await shutDown(1);
  throw error;
}

const { SITE_URL, SUPABASE_URL } = stack.settings;
// supabase/seed.sql has the same prospect.
const prospect = {
  vapi_assistant_id: 'demo-cs',
  contact_name: 'Jan Novák',
  company_name: 'Novák s.r.o.',
};

console.log(`
  Site       ${SITE_URL}
  Dashboard  ${SUPABASE_URL}   (table editor; this machine only)
  Prospect   ${buildPersonalLink(SITE_URL, prospect)}
  Alerts     ${stack.alertsUrl ? 'and mails are only shown here' : 'go to your own settings'}

  Ctrl-C stops everything. The data stays; "npm run local -- --reset" starts with an empty database.
`);

/** Never returns: the process exits. */
function shutDown(code: number): Promise<void> {
  if (code === 0 && !stopping) console.log('Stopping …');
  stopping ??= Promise.resolve(stop?.()).then(() => process.exit(code));
  return stopping;
}

/** Returns the address of the site that runs on the same data, if one does. */
async function findRunningSite(): Promise<string | undefined> {
  try {
    const { settings } = JSON.parse(readFileSync(`${dataDir}/state.json`, 'utf8')) as Stack;
    const { SITE_URL, SUPABASE_URL, SUPABASE_SECRET_KEY } = settings;
    const response = await fetch(`${SUPABASE_URL}/rest/v1/strategy_sessions?select=id&limit=1`, {
      headers: { apikey: SUPABASE_SECRET_KEY },
    });
    return response.ok ? SITE_URL : undefined;
  } catch {
    // A stack that was killed leaves the file, or half of it.
    return undefined;
  }
}

function refuseWrongSettings(): void {
  // The stack brings the required ones.
  const problems = findProblems().filter(({ name }) => !REQUIRED_SETTINGS.includes(name));
  if (problems.length > 0) throw new Error(`${joinProblems(problems)}.`);
  const unknown = listUnknownSettings();
  if (unknown.length > 0) console.warn(`Nothing reads ${unknown.join(', ')}: see .env.example.`);
}

/** Throws if the port that is set is taken. */
async function choosePort(): Promise<number> {
  if (!process.env.PORT) return findFreePort(3000);
  const port = Number(process.env.PORT);
  if (await isPortFree(port)) return port;
  throw new Error(`Port ${port} is taken. Choose another with PORT=…`);
}
