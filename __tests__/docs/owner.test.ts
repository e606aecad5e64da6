/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { settingsSchema } from '@/lib/settings/rules';
import { listKept, namesAi } from '@/scripts/ops/doctor/provider';
import { DELIVERED_CLAIMS } from '@/scripts/ops/doctor/site';

const read = (file: string) => readFileSync(file, 'utf8');
const manifest = JSON.parse(read('package.json'));

/** Returns the code blocks of a section. */
function readBlocks(page: string, heading: string): string[] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return Array.from(section.matchAll(/```\w+\n(.*?)\n```/gs), ([, block = '']) => block);
}

describe('CHANGELOG.md', () => {
  const changelog = read('CHANGELOG.md');
  const headings = Array.from(changelog.matchAll(/^## (.*)/gm), ([, heading]) => heading);

  test('has the version of package.json and its lockfile after what is unreleased', () => {
    const lock = JSON.parse(read('package-lock.json'));
    expect(headings[0]).toBe('Unreleased');
    expect(headings[1]).toMatch(/^\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d$/);
    const [version] = headings[1]?.split(' ') ?? [];
    expect([manifest.version, lock.version, lock.packages[''].version]).toEqual(
      Array(3).fill(version),
    );
  });

  test('says first in a release what to do before upgrading, and each thing under its kind', () => {
    const kinds = Array.from(
      (changelog.split('\n## ')[2] ?? '').matchAll(/^### (.*)/gm),
      ([, kind]) => kind,
    );
    const inOrder = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
    expect(kinds).toEqual(['Before upgrading', ...inOrder.filter((kind) => kinds.includes(kind))]);
  });
});

describe('docs/assistants.md', () => {
  const page = read('docs/assistants.md');

  test.each(['en', 'cs'] as const)('the first message in %s says that an AI speaks', (language) => {
    const [en, cs] = readBlocks(page, 'First message');
    const firstMessage = { en, cs }[language] ?? '';
    expect(namesAi(firstMessage)).toBe(true);
  });

  test('each prompt says that the assistant is an AI, and that nothing is kept', () => {
    const [en, cs] = readBlocks(page, 'System prompt');
    expect(en).toMatch(/You are an AI[^]*no recording and no transcript/);
    expect(cs).toMatch(/Jste umělá inteligence[^]*neukládá nahrávku ani přepis/);
  });

  test('the settings keep nothing, let our server end a call, and bound its length', () => {
    const [json = ''] = readBlocks(page, 'Other settings');
    const settings = JSON.parse(json);
    expect(listKept(settings)).toEqual([]);
    expect(settings.monitorPlan.controlEnabled).toBe(true);
    expect(settings.maxDurationSeconds).toBe(
      settingsSchema.shape.CALL_MAX_SECONDS.parse(undefined),
    );
    expect(settings.serverMessages).toEqual(['end-of-call-report']);
    expect(settings.stopSpeakingPlan.acknowledgementPhrases).toContain('mm-hm');
  });
});

test('the doctor looks for the claims that docs/make-it-yours.md lists, and for no others', () => {
  const [, section = ''] = read('docs/make-it-yours.md').split('Each claim needs:');
  const [seen = ''] = section.split('looks for those above');
  const listed = Array.from(seen.matchAll(/\*\*(.+?)\*\*/gs), ([, words = '']) =>
    words.replace(/\s+/g, ' ').toLowerCase().split(', `'),
  ).flat();
  const claims = DELIVERED_CLAIMS.map((claim) => claim.toLowerCase());
  expect(listed.filter((words) => !claims.some((claim) => words.includes(claim)))).toEqual([]);
  expect(claims.filter((claim) => !listed.some((words) => words.includes(claim)))).toEqual([]);
});

test.each([
  ...['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'docs/assistants.md', 'docs/configuration.md'],
  ...['docs/development.md', 'docs/hosting.md', 'docs/make-it-yours.md', 'docs/ops.md'],
  ...['docs/testing.md', 'docs/upgrading.md'],
])('each command of npm in %s exists', (page) => {
  const named = Array.from(
    read(page).matchAll(/npm run (?:--silent )?([a-z][\w:]*)/g),
    ([, name]) => name,
  );
  expect(named.filter((name = '') => !(name in manifest.scripts))).toEqual([]);
});

test('npm adds no lines of its own to a file that a guide writes', () => {
  const written = read('docs/ops.md').match(/npm run .*-- .* > \w.*/g) ?? [];
  expect(written.length).toBeGreaterThan(0);
  expect(written.filter((line) => !line.startsWith('npm run --silent '))).toEqual([]);
});
test('a release is explained where owners look for it', () => {
  expect(read('README.md')).toContain('(docs/upgrading.md)');
  expect(read('CHANGELOG.md')).toContain('(docs/upgrading.md)');
});
