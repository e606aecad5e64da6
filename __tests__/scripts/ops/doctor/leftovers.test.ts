/** @jest-environment node */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DELIVERED_CLAIMS,
  judgeLeftovers,
  readDeliveredName,
} from '@/scripts/ops/doctor/leftovers';

const owner = {
  brand: 'Ringwell & Sons',
  contactMail: 'hello@ringwell.cz',
  controller: { name: 'Ringwell s.r.o.', address: 'Dlouhá 1, Praha', mail: 'data@ringwell.cz' },
};
const WORDS = 'We answer calls. V\u00a0pohodě.';

let build: string;
beforeEach(() => {
  build = mkdtempSync(join(tmpdir(), 'site-build-'));
  mkdirSync(join(build, 'server/app'), { recursive: true });
  mkdirSync(join(build, 'cache'));
  writeFileSync(join(build, 'BUILD_ID'), 'a');
  writeFileSync(join(build, 'server/app/index.html'), '<title>Ringwell</title>');
});
afterEach(() => rmSync(build, { recursive: true }));

const judge = async (changed: object = {}, words = WORDS, folder = build) => {
  const { state, seen } = await judgeLeftovers({ ...owner, ...changed }, words, folder, 'Oldname');
  return `${state}: ${seen}`;
};

test('finds none where everything is the owner’s', async () => {
  expect(await judge()).toBe(`ok: none in lib/content and ${build}`);
  expect(await judge({}, WORDS, join(build, 'no-build'))).toBe(
    'ok: none in lib/content; there is no build here',
  );
});

test.each([
  [
    'a placeholder',
    { contactMail: 'hello@ringwell.example' },
    'contactMail is the placeholder hello@ringwell.example',
  ],
  [
    'a placeholder for the notice',
    { controller: { ...owner.controller, mail: 'privacy@example.com' } },
    'controller.mail is the placeholder privacy@example.com',
  ],
  [
    'no office',
    { controller: { ...owner.controller, address: ' ' } },
    'controller.address is empty',
  ],
  [
    'the old company',
    { controller: { ...owner.controller, name: 'Oldname AI' } },
    'lib/content has the name Oldname',
  ],
])('warns of %s', async (_what, changed, finding) => {
  expect(await judge(changed)).toBe(`warning: ${finding}`);
});

test('warns of delivered claims, also with spaces that do not break', async () => {
  const words = `["HIPAA compliant and secure","Dostupnost 99,9\u00a0%","${WORDS}"]`;
  expect(await judge({}, words)).toBe(
    'warning: delivered claims: HIPAA compliant, Dostupnost 99,9 %',
  );
});

test('warns of a claim that only the card or a sentence still makes', async () => {
  expect(await judge({}, 'It fills your calendar. 24/7. No slides, no recording.')).toBe(
    'warning: delivered claims: 24/7, No slides, no recording',
  );
});

test.each(DELIVERED_CLAIMS)('the guide says what “%s” needs', (claim) => {
  const guide = readFileSync('docs/make-it-yours.md', 'utf8').replace(/\s+/g, ' ');
  expect(guide.toLowerCase()).toContain(claim.toLowerCase());
});

test('warns of the old name in any case, in texts and in every file of the build', async () => {
  expect(await judge({}, 'Ask OLDNAME.')).toBe('warning: lib/content has the name Oldname');
  for (const name of ['a', 'b', 'c', 'd'])
    writeFileSync(join(build, 'server', `${name}.js`), `x='oldname'`);
  writeFileSync(join(build, 'cache/old'), 'Oldname AI');
  const files = ['a', 'b', 'c'].map((name) => join(build, 'server', `${name}.js`)).join(', ');
  expect(await judge()).toBe(`warning: the build has the name Oldname in ${files} and 1 more`);
});

test('the path of this folder is no trace', async () => {
  writeFileSync(join(build, 'server/config.js'), `root='${process.cwd()}'`);
  expect(await judge()).toMatch(/^ok/);
});

test('a kept name is left over nowhere', async () => {
  writeFileSync(join(build, 'server/app/index.html'), 'Oldname');
  expect(await judge({ brand: 'Oldname AI' }, 'Oldname AI')).toMatch(/^ok/);
});

test('the delivered name is that of the first authors in the license', () => {
  const license = 'MIT License\n\nCopyright (c) 2026 Oldname AI\nCopyright (c) 2027 Ringwell\n';
  expect(readDeliveredName(license)).toBe('Oldname');
  expect(readDeliveredName('All rights reserved.')).toBeUndefined();
});
