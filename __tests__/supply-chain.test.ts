import { readdirSync, readFileSync } from 'node:fs';

const read = (file: string) => readFileSync(file, 'utf8');
const findAll = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), (match) => match[1] ?? match[0]);

const WORKFLOWS = '.github/workflows';
const workflows = readdirSync(WORKFLOWS).map((name) => read(`${WORKFLOWS}/${name}`));

test('every action is pinned by its commit, the same everywhere', () => {
  const actions = new Set(workflows.flatMap((workflow) => findAll(workflow, /uses: (.*)/g)));
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
