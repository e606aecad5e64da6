// `npm run measure:policy`: what the MDN Observatory would say of the https site, page by page.
import { mkdirSync } from 'node:fs';
import { freePort } from '../../local/ports.mjs';
import { Processes } from '../../local/processes';
import { ASKED, gradeSite, startHttpsSite } from './observatory';

const logDir = '.data/policy';
mkdirSync(logDir, { recursive: true });
const { pages, planted } = await gradeSite(async (settings) => {
  const processes = new Processes();
  const port = await freePort(3200);
  await startHttpsSite(processes, {
    port,
    // No page asks the database while it is rendered.
    settings: {
      ...settings,
      SUPABASE_URL: 'http://127.0.0.1:9',
      SUPABASE_SECRET_KEY: 'sb_secret_none',
    },
    logDir,
  });
  return { url: `http://127.0.0.1:${port}`, terminate: () => processes.stop() };
});
const rows = [...pages, ...planted];
console.table(rows, ['page', 'voice', 'grade', 'score', 'reached']);
for (const { page, voice, marks } of rows.filter(({ reached }) => !reached)) {
  console.error(`${page} (${voice}): ${marks}`);
}
const missed = rows.filter(({ reached }) => !reached).length;
console.log(
  `Asked: ${ASKED.grade}, at least ${ASKED.score}; less where a regression is planted. ${rows.length - missed} reached, ${missed} missed.`,
);
process.exit(missed > 0 ? 1 : 0);
