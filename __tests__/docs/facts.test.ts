import { readFileSync } from 'node:fs';
import { ERROR_STATUS } from '@/lib/api';
import * as claims from '@/lib/content/claims';
import { LANGUAGE_CODES } from '@/lib/language';
import { ALERT_KINDS } from '@/lib/server/database/results';
import { WEBHOOK_KINDS } from '@/lib/settings/rules';

const read = (file: string) => readFileSync(file, 'utf8');
const behaviour = read('docs/behaviour.md');
const ops = read('docs/ops.md');

const readSection = (page: string, heading: string) =>
  page.split(`\n${heading}\n`)[1]?.split(/\n#+ /)[0] ?? '';

test.each(LANGUAGE_CODES)('docs/behaviour.md names the language %s', (code) => {
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(code);
  expect(readSection(behaviour, '### `/outreach`')).toContain(`${name} (\`lang=${code}\`)`);
});

test.each(Object.keys(claims))('docs/make-it-yours.md says what the claims in %s need', (name) => {
  const guide = readSection(read('docs/make-it-yours.md'), '## 3. Words and claims');
  expect(guide.split('claim needs:')[1]).toContain(`\`${name}\``);
});

test('docs/behaviour.md names the status of an error code', () => {
  const named = Array.from(behaviour.matchAll(/\b([45]\d\d) `(\w+)`/g), ([, status, code]) => [
    code,
    Number(status),
  ]);
  expect(named.length).toBeGreaterThan(0);
  expect(named).toEqual(named.map(([code]) => [code, ERROR_STATUS[code as 'invalid']]));
});

test('docs/ops.md has a row for each receiver of alerts', () => {
  const table = readSection(ops, '### Choose a receiver');
  for (const kind of WEBHOOK_KINDS) expect(table).toMatch(new RegExp(`^\\|.* \`${kind}\``, 'm'));
});

test('docs/ops.md says what to do about each kind of alert', () => {
  const explained = Array.from(
    readSection(ops, '### When an alert comes').matchAll(/^- \*\*`([\w-]+)`\*\*/gm),
    ([, kind]) => kind,
  );
  // An acknowledgement goes to the visitor. `database-away` can't be a row.
  expect(explained.sort()).toEqual(
    [...ALERT_KINDS.filter((kind) => kind !== 'acknowledgement'), 'database-away'].sort(),
  );
});
