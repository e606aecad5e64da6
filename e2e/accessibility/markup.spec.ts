import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { HtmlValidate } from 'html-validate';
import { contactCopyEn, fieldErrorsEn } from '@/lib/content/contact-en';
import { escapeHtml } from '@/__tests__/support/html';
import { site } from '@/lib/content/site';
import { buildForm } from '../../__tests__/support/contact-form';
import { pagePaths } from '../../__tests__/support/routes';
import { createEmail } from '../support/database';
import { expect, long, test } from '../support/test';

type FetchResponse = (request: APIRequestContext) => Promise<APIResponse>;
const routes = [
  ...pagePaths,
  '/contact?outcome=sent',
  '/contact?outcome=not-sent&error=invalid',
  '/outreach?contact_name=Jana&vapi_assistant_id=demo',
  '/no-such-page',
];
/** The page that answers a form posted without script. */
const createFormPost =
  (email?: string): FetchResponse =>
  (request) =>
    request.post('/api/contact', {
      form: buildForm({ email: email ?? createEmail(), message: 'Two <lines>\nof text' }),
      headers: { origin: process.env.E2E_SITE_URL ?? '' },
    });
type Fetchable = [name: string, fetchResponse: FetchResponse, shows?: string];
const pages: Fetchable[] = [
  ...routes.map((route): Fetchable => [route, (request) => request.get(route)]),
  ['/contact with errors', createFormPost('no address'), escapeHtml(fieldErrorsEn.email_invalid)],
  ['/contact with success', createFormPost(), escapeHtml(contactCopyEn.success.title)],
];
const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended', 'html-validate:a11y'],
  rules: {
    // React writes `hidden=""`.
    'attribute-empty-style': 'off',
    // The brand, at the end of a title, may be long.
    'long-title': ['error', { maxlength: 60 + site.brand.length }],
    // A long number may take two lines.
    'tel-non-breaking': 'off',
  },
});
/** What React spells otherwise, which means the same: `charSet`, `async=""`, `<meta … />`. */
const SPELLINGS =
  /^Attribute "\w+" should (be lowercase|omit value)$|^Expected omitted end tag|^element id "_R_"/;
const hasJava = spawnSync('java', ['-version']).status === 0;

/** Returns the errors of the Nu Html Checker for files, without its warnings and notes. */
function checkFiles(files: string[]): string[] {
  const args = [
    ...['-jar', 'node_modules/vnu-jar/build/dist/vnu.jar'],
    ...['--stdout', '--exit-zero-always', '--format', 'json', ...files],
  ];
  const { stdout, stderr, status } = spawnSync('java', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The checker did not run: ${stderr}`);
  const { messages } = JSON.parse(stdout) as {
    messages: { type: string; url: string; message: string; extract?: string }[];
  };
  return messages
    .filter(({ type }) => type !== 'info')
    .map(({ url, message, extract = '' }) => `${url}: ${message} ${extract}`);
}

async function fetchMarkup(
  request: APIRequestContext,
  [, fetchResponse, shows = '<main']: Fetchable,
) {
  const html = await (await fetchResponse(request)).text();
  expect(html).toContain(shows);
  return html;
}

test('html-validate reports nothing on any page', async ({ request }) => {
  for (const page of pages) {
    const report = await validator.validateString(await fetchMarkup(request, page));
    const messages = report.results
      .flatMap((result) => result.messages)
      .filter(({ message }) => !SPELLINGS.test(message));
    expect(
      messages.map(
        ({ ruleId, line, column, message, selector }) =>
          `${ruleId} ${line}:${column} ${message} ${selector}`,
      ),
      page[0],
    ).toEqual([]);
  }
});

// All in one run of the checker, because starting Java takes longer than reading a page.
test('the Nu Html Checker reports nothing on any page', long, async ({ request }, testInfo) => {
  test.skip(!hasJava && !process.env.CI, 'No Java on this machine: the Nu Html Checker needs it.');
  const files: string[] = [];
  for (const [index, page] of pages.entries()) {
    const file = testInfo.outputPath(`${index}.html`);
    mkdirSync(dirname(file), { recursive: true });
    // The checker allows `blocking` for style sheets alone; the HTML standard does for `expect`,
    // too.
    const html = await fetchMarkup(request, page);
    writeFileSync(file, html.replace(/<link rel="expect"[^>]*>/, ''));
    files.push(file);
  }
  expect(checkFiles(files)).toEqual([]);
});
