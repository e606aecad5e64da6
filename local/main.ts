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
import { type Stack, startStack } from './stack';

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
// The terminal's reader may go away.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const stack = await start().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});

// supabase/seed.sql has the same prospect.
const prospect = { name: 'Jan Novák', company: 'Novák s.r.o.', assistant: 'demo-cs' };

console.log(`
  Site       ${stack.siteUrl}
  Dashboard  ${stack.database.url}   (table editor; this machine only)
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
  if (code === 0) console.log('Stopping …');
  await stack.stop();
  process.exit(code);
}

/** Throws a sentence for the user. */
async function start(): Promise<Stack> {
  loadSettings(mode);
  const runningSiteUrl = await findRunningSite();
  if (runningSiteUrl)
    throw new Error(
      `It already runs at ${runningSiteUrl}. Stop it first: they would share a database.`,
    );
  // The stack brings the required ones.
  const problems = findProblems().filter(({ name }) => !REQUIRED_SETTINGS.includes(name));
  if (problems.length > 0) throw new Error(`${joinProblems(problems)}.`);
  const port = process.env.PORT ? Number(process.env.PORT) : undefined;
  if (port && !(await isPortFree(port)))
    throw new Error(`Port ${port} is taken. Choose another with PORT=…`);
  const unknown = listUnknownSettings();
  if (unknown.length > 0) console.warn(`Nothing reads ${unknown.join(', ')}: see .env.example.`);
  if (values.reset) rmSync(dataDir, { recursive: true, force: true });
  return startStack({
    mode,
    dataDir,
    distDir: values.dev ? '.next' : values.dist,
    port,
    say: (line) => console.log(line),
    showAlert: (text) => console.log(`\n${text.replaceAll(/^(?=.)/gm, '    ')}\n`),
  });
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
