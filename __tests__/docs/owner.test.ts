import { readdirSync, readFileSync } from 'node:fs';
import { settingsSchema } from '@/lib/settings/rules';
import { listKept, namesAi } from '@/scripts/ops/doctor/provider';

const read = (file: string) => readFileSync(file, 'utf8');
const manifest = JSON.parse(read('package.json'));

test('CHANGELOG.md has the version of package.json and lockfile after “Unreleased”', () => {
  const headings = Array.from(read('CHANGELOG.md').matchAll(/^## (.*)/gm), ([, each]) => each);
  const lock = JSON.parse(read('package-lock.json'));
  const [unreleased, version] = headings.map((heading) => heading?.split(' - ')[0]);
  expect(unreleased).toBe('Unreleased');
  expect([manifest, lock, lock.packages['']].map((each) => each.version)).toEqual(
    Array(3).fill(version),
  );
});

describe('docs/assistants.md', () => {
  /** Returns the code blocks of a section. */
  function readBlocks(heading: string): string[] {
    const [, section = ''] = read('docs/assistants.md').split(`\n## ${heading}\n`);
    const [text = ''] = section.split('\n## ');
    return Array.from(text.matchAll(/```\w+\n(.*?)\n```/gs), ([, block = '']) => block);
  }

  test('has a first message in two languages that says that an AI speaks', () => {
    expect(readBlocks('First message').map(namesAi)).toEqual([true, true]);
  });

  test('the settings keep nothing, let our server end a call, and bound its length', () => {
    const settings = JSON.parse(readBlocks('Other settings')[0] ?? '');
    expect(listKept(settings)).toEqual([]);
    expect(settings).toMatchObject({
      monitorPlan: { controlEnabled: true },
      maxDurationSeconds: settingsSchema.shape.CALL_MAX_SECONDS.parse(undefined),
      serverMessages: ['end-of-call-report'],
    });
  });
});

test.each([
  ...['README.md', 'SECURITY.md', 'CONTRIBUTING.md'],
  ...readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? `docs/${name}` : [])),
])('each command of npm in %s exists', (page) => {
  const named = Array.from(
    read(page).matchAll(/npm run (?:--silent )?([a-z][\w:]*)/g),
    ([, name]) => name,
  );
  expect(named.filter((name = '') => !(name in manifest.scripts))).toEqual([]);
});
