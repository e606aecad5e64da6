import { findSettings, FLAG, runCommand } from './command';
import { examine, type Result } from './doctor/examine';

const HELP = `Examines a deployment: settings, database, site, voice provider, leftovers, alerts.
One line for each check, with what to do.

Usage:
  npm run doctor

Options:
  --alert  only checks the settings and sends a test alert
  --call   also creates a call through the site and ends it at once; it counts as a call

Exit code: 1 when a check has failed, 0 otherwise. It takes half a minute at most,
longer only if a mail server or webhook is slow. What it writes into
the database is rolled back; the operator gets an alert that says it is a test.

SITE_URL is the site that it examines, or that of the running \`npm run local\`.`;

type State = Result['state'];
const SIGNS: Record<State, string> = { ok: '✓', warning: '!', failed: '✗', skipped: '–' };

function formatResult({ state, name, seen, todo }: Result): string {
  const line = `${SIGNS[state]} ${name}: ${seen.replace(/\.$/, '')}.${todo ? ` ${todo}` : ''}`;
  // Responses of others may hold escape codes for a terminal.
  return line.replace(/\p{C}/gu, '');
}

await runCommand(HELP, { alert: FLAG, call: FLAG }, async (values) => {
  const { env } = process;
  // A check names the one of both that is missing. Sending alerts reads the environment, too.
  if (!env.SUPABASE_URL && !env.SUPABASE_SECRET_KEY)
    Object.assign(env, (await findSettings()).settings);
  const { SITE_URL = 'no site', SUPABASE_URL = 'no database' } = env;
  const { alert: isAlertOnly = false, call: shouldCall = false } = values;
  const results = await examine(env, { shouldCall, isAlertOnly });
  const states = Object.keys(SIGNS) as State[];
  const count = (state: State) => results.filter((result) => result.state === state).length;
  console.log(`${SITE_URL} with ${SUPABASE_URL}\n`);
  for (const result of results) console.log(formatResult(result));
  console.log(`\n${states.map((state) => `${state} ${count(state)}`).join(', ')}`);
  if (count('failed') > 0) process.exitCode = 1;
});
