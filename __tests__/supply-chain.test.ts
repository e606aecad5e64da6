import { existsSync, readdirSync, readFileSync } from 'node:fs';

const read = (file: string) => readFileSync(file, 'utf8');
const findAll = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), (match) => match[1] ?? match[0]);

const WORKFLOWS = '.github/workflows';
const workflows = readdirSync(WORKFLOWS).map((name) => read(`${WORKFLOWS}/${name}`));

test('every action is pinned by its commit, the same everywhere', () => {
  const actions = new Set(workflows.flatMap((workflow) => findAll(workflow, /uses: (.*)/g)));
  expect(actions.size).toBeGreaterThan(0);
  for (const action of actions) expect(action).toMatch(/^[\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
  expect(actions.size).toBe(new Set(Array.from(actions, (each) => each.split('@')[0])).size);
});

test('every version of Node that is used is a tested one', () => {
  const ci = read(`${WORKFLOWS}/ci.yml`);
  const tested = findAll(/node: \[(.*)\]/.exec(ci)?.[1] ?? '', /\d+/g);
  const [used] = read('.nvmrc').split('\n');
  expect(tested).toContain(used);
  const images = findAll(`${read('Dockerfile')}\n${ci}`, /node:(\d+)-/g);
  expect(new Set(images)).toEqual(new Set([used]));
  // Vercel takes the newest that `engines` allows.
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
  expect(engines.node).toBe(`>=20.19 <${Number(tested.at(-1)) + 1}`);
});

// A shorter interval fails the deployment on the Hobby plan:
// https://vercel.com/docs/cron-jobs/usage-and-pricing
test('Vercel is told to request the background jobs once a day', () => {
  type Configuration = { crons: { path: string; schedule: string }[] };
  const { crons } = JSON.parse(read('vercel.json')) as Configuration;
  expect(crons).toEqual([
    { path: '/api/cron', schedule: expect.stringMatching(/^\d{1,2} \d{1,2} \* \* \*$/) },
  ]);
  for (const { path } of crons) expect(existsSync(`app${path}/route.ts`)).toBe(true);
});
