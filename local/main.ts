import { existsSync, readFileSync, rmSync } from 'node:fs';
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
import { isPortFree } from './ports';
import { startStack } from './stack';

const { values } = parseArgs({
  options: {
    dev: { type: 'boolean', default: false },
    reset: { type: 'boolean', default: false },
    data: { type: 'string', default: '.data/local' },
    dist: { type: 'string', default: '.next-local' },
  },
});
const { data: dataDir } = values;
const mode = values.dev ? 'development' : 'production';
try {
  loadSettings(mode);
} catch (error) {
  fail((error as Error).message);
}

const runningSiteUrl = await findRunningSite();
if (runningSiteUrl)
  fail(`It already runs at ${runningSiteUrl}. Stop it first: they would share a database.`);

const port = await readPort();
// The stack brings the required ones.
const problems = findProblems(process.env).filter(({ name }) => !REQUIRED_SETTINGS.includes(name));
if (problems.length > 0) fail(`${joinProblems(problems)}.`);
const unknown = listUnknownSettings(process.env);
if (unknown.length > 0) console.warn(`Nothing reads ${unknown.join(', ')}: see .env.example.`);
if (values.reset) rmSync(dataDir, { recursive: true, force: true });

// The terminal's reader may go away.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
let isStopping = false;
const stack = await startStack({
  mode,
  dataDir,
  distDir: values.dev ? '.next' : values.dist,
  ...(port === undefined ? {} : { port }),
  say: (line) => console.log(line),
  showAlerts: (text) => process.stdout.write(text),
}).catch((error: Error) => fail(error.message));

// supabase/seed.sql has the same prospect.
const prospect = { name: 'Jan Novák', company: 'Novák s.r.o.', assistant: 'demo-cs' };

console.log(`
  Site       ${stack.siteUrl}
  Dashboard  ${stack.studioUrl}   (table editor; this machine only)
  Prospect   ${buildPersonalLink(stack.siteUrl, prospect)}
  Alerts     ${stack.alertsUrl ? 'and mails are only shown here' : 'go to your own settings'}

  Ctrl-C stops everything. The data stays; "npm run local -- --reset" starts with an empty database.
`);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void shutDown(0));
// npm does not pass on every signal, so this process checks whether npm has ended.
watchParentExit(() => void shutDown(0));
void stack.crashed.then((sentence) => {
  console.error(sentence);
  return shutDown(1);
});

async function shutDown(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  console.log('Stopping …');
  await stack.stop();
  process.exit(code);
}

/** Reads `PORT`, and ends this process if it is not a free port. */
async function readPort(): Promise<number | undefined> {
  const text = process.env.PORT;
  if (!text) return undefined;
  const portNumber = Number(text);
  if (!Number.isInteger(portNumber) || portNumber < 1 || portNumber > 65535)
    fail(`PORT=${text} is not a valid port (1–65535).`);
  if (!(await isPortFree(portNumber)))
    fail(`Port ${portNumber} is taken. Choose another with PORT=…`);
  return portNumber;
}

/** Returns the URL of a stack that runs on the same data. */
async function findRunningSite(): Promise<string | undefined> {
  const file = `${dataDir}/state.json`;
  if (!existsSync(file)) return undefined;
  const { siteUrl, supabaseUrl, supabaseSecretKey } = JSON.parse(readFileSync(file, 'utf8'));
  const response = await fetch(`${supabaseUrl}/rest/v1/strategy_sessions?select=id&limit=1`, {
    headers: { apikey: supabaseSecretKey },
  }).catch(() => undefined);
  return response?.ok ? siteUrl : undefined;
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
