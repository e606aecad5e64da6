import { readFileSync } from 'node:fs';
import * as claims from '@/lib/content/claims';
import { ALERT_KINDS } from '@/lib/server/database/results';
import { settingsSchema, WEBHOOK_KINDS } from '@/lib/settings/rules';
import { listKept, SAYS_AI } from '@/scripts/ops/doctor/provider';

const read = (file: string) => readFileSync(file, 'utf8');
const findAll = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ([, found = '']) => found);

/** Returns what follows a heading, up to the next one. */
function readSection(file: string, heading: string): string {
  const [, section = ''] = read(file).split(`\n${heading}\n`);
  expect(section).not.toBe('');
  return section.split(/\n#+ /)[0] ?? '';
}

test('docs/make-it-yours.md says what each claim needs', () => {
  const [, needs = ''] = readSection('docs/make-it-yours.md', '## 3. Words and claims').split(
    'claim needs:',
  );
  for (const name of Object.keys(claims)) expect(needs).toContain(`\`${name}\``);
});

test('docs/ops.md has a row for each receiver of alerts', () => {
  const table = readSection('docs/ops.md', '### Choose a receiver');
  for (const kind of WEBHOOK_KINDS) expect(table).toMatch(new RegExp(`^\\|.* \`${kind}\``, 'm'));
});

test('docs/ops.md says what to do about each kind of alert', () => {
  const section = readSection('docs/ops.md', '### When an alert comes');
  // An acknowledgement goes to the visitor. `database-away` can't be a row.
  const kinds = ALERT_KINDS.filter((kind) => kind !== 'acknowledgement');
  expect(findAll(section, /^- \*\*`([\w-]+)`\*\*/gm).sort()).toEqual(
    [...kinds, 'database-away'].sort(),
  );
});

describe('docs/assistants.md', () => {
  const readBlocks = (heading: string) =>
    findAll(readSection('docs/assistants.md', heading), /```\w+\n(.*?)\n```/gs);

  test('has a first message in two languages that says that an AI speaks', () => {
    expect(readBlocks('## First message').map((text) => SAYS_AI.test(text))).toEqual([true, true]);
  });

  test('the settings keep nothing, let our server end a call, and bound its length', () => {
    const settings = JSON.parse(readBlocks('## Other settings')[0] ?? '');
    expect(listKept(settings)).toEqual([]);
    expect(settings).toMatchObject({
      monitorPlan: { controlEnabled: true },
      maxDurationSeconds: settingsSchema.shape.CALL_MAX_SECONDS.parse(undefined),
      serverMessages: ['end-of-call-report'],
    });
  });
});

test('CHANGELOG.md has the version of package.json and lockfile after “Unreleased”', () => {
  const [manifest, lock] = ['package.json', 'package-lock.json'].map((file) =>
    JSON.parse(read(file)),
  );
  const headings = findAll(read('CHANGELOG.md'), /^## (.*?)(?: - .*)?$/gm);
  expect(headings.slice(0, 2)).toEqual(['Unreleased', manifest.version]);
  expect([lock.version, lock.packages[''].version]).toEqual([manifest.version, manifest.version]);
});
