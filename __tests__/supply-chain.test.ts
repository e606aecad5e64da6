/** @jest-environment node */
import { readdirSync, readFileSync } from 'node:fs';

const read = (file: string) => readFileSync(file, 'utf8');
const findAll = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), (match) => match[1] ?? match[0]);

const WORKFLOWS = '.github/workflows';
const workflows = readdirSync(WORKFLOWS).map((name) => [name, read(`${WORKFLOWS}/${name}`)]);
const [defaultNode = ''] = read('.nvmrc').split('\n');
const testedNodes = findAll(
  /const MAJORS = \[(.*)\]/.exec(read('scripts/test/node-versions.ts'))?.[1] ?? '',
  /\d+/g,
).map(Number);

test.each(workflows)('every action of %s is pinned by its commit', (_name, workflow = '') => {
  const actions = findAll(workflow, /uses: (.*)/g);
  expect(actions.length).toBeGreaterThan(0);
  for (const action of actions) expect(action).toMatch(/^[\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
});

test('an action has the same commit everywhere', () => {
  const actions = workflows.flatMap(([, workflow = '']) => findAll(workflow, /uses: (.*)/g));
  const names = new Set(actions.map((action) => action.split('@')[0]));
  expect(new Set(actions).size).toBe(names.size);
});

test('a new version is a week old before Dependabot or npm takes it', () => {
  const dependabot = read('.github/dependabot.yml');
  const ecosystems = findAll(dependabot, /package-ecosystem: (.*)/g);
  const cooldowns = findAll(dependabot, /cooldown:\n\s+default-days: (\d+)/g);
  const [minimumAge] = findAll(read('.npmrc'), /^min-release-age=(\d+)$/gm);
  expect(cooldowns).toEqual(ecosystems.map(() => minimumAge));
});

test('the weekly job verifies signatures and keeps a list of what is installed', () => {
  const weekly = read(`${WORKFLOWS}/weekly.yml`);
  expect(weekly).toContain('npm audit signatures');
  expect(weekly).toContain('npm sbom');
});

describe('the version of Node', () => {
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
  const ci = read(`${WORKFLOWS}/ci.yml`);

  test('of images and of the engines’ job is that of .nvmrc', () => {
    const images = findAll(`${read('Dockerfile')}\n${ci}`, /node:(\d+)-/g);
    expect(images.length).toBeGreaterThan(1);
    expect(new Set(images)).toEqual(new Set([defaultNode]));
    expect(read('README.md')).toContain(`Node ${defaultNode}`);
  });

  test('is tested in CI wherever the journeys are', () => {
    expect(findAll(/node: \[(.*)\]/.exec(ci)?.[1] ?? '', /\d+/g).map(Number)).toEqual(testedNodes);
    expect(testedNodes).toContain(Number(defaultNode));
  });

  test('that Vercel takes from `engines` is a tested one', () => {
    expect(engines.node).toBe(`>=20.19 <${Math.max(...testedNodes) + 1}`);
    const lock = JSON.parse(read('package-lock.json')) as { packages: { '': object } };
    expect(lock.packages['']).toMatchObject({ engines });
  });
});
