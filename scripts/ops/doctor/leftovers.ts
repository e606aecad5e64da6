import { readFile } from 'node:fs/promises';
import { site } from '@/lib/content/site';
import { LANGUAGE_CODES } from '@/lib/language';
import { ok, type Outcome, warning } from './check';
import { createCheck } from './probes';

const PATHS = ['/', '/privacy', ...LANGUAGE_CODES.map((code) => `/outreach?lang=${code}`)];

/** An address at a domain that RFC 2606 reserves for examples. */
const PLACEHOLDER = /[\w.+-]+@(?:[\w-]+\.)*example(?:\.(?:com|net|org))?(?![\w-]|\.\w)/gi;

/** The claims that this repository was delivered with, whether or not its owner can keep them. */
const DELIVERED_CLAIMS = [
  ...['HIPAA compliant', 'GDPR compliant', 'V souladu s GDPR', 'Secure & Private'],
  ...['99.9% uptime', '99.9% availability', 'Dostupnost 99,9 %'],
  ...['24/7', 'around the clock', 'day and night'],
  ...['no recording and no transcript', 'No slides, no recording'],
  ...['Response within 24 hours', '24hr Response', 'answer within 24 hours'],
  ...['30-minute strategy session', 'A 30-minute consultation', 'A 30-day transformation'],
  ...['15-minute call', '15minutový hovor', 'No spam', 'No Spam'],
  ...['100% free', '100% Free', 'No Commitment'],
];

/**
 * Judges what is still as it was delivered.
 *
 * @param html of the site's pages
 * @param license its first authors stay named in it
 */
export function judgeLeftovers(
  html: string,
  license: string,
  facts = { brand: site.brand, address: site.controller.address },
): Outcome {
  const text = html.replaceAll('\u00a0', ' ').replaceAll('&amp;', '&');
  const mails = text.match(PLACEHOLDER) ?? [];
  const [, name = ''] = /^Copyright \(c\) \d+ (\w+)/m.exec(license) ?? [];
  const hasName = (words: string) => words.toLowerCase().includes(name.toLowerCase());
  const claims = DELIVERED_CLAIMS.filter((claim) => text.includes(claim));
  const findings = [
    ...[...new Set(mails)].map((mail) => `the placeholder ${mail}`),
    ...(facts.address.trim() ? [] : ['no address of the company (site.ts)']),
    ...(name && hasName(text) && !hasName(facts.brand) ? [`the name ${name}`] : []),
    ...(claims.length > 0 ? [`delivered claims: ${claims.join(', ')}`] : []),
  ];
  if (findings.length === 0) return ok(`none in ${PATHS.join(', ')}`);
  return warning(
    findings.join('; '),
    'docs/make-it-yours.md says where each is, and what a claim needs to be kept.',
  );
}

const leftovers = createCheck('leftovers', ['site'], async ({ fetchPage }) => {
  const html = await Promise.all(PATHS.map(async (path) => (await fetchPage(path)).text));
  return judgeLeftovers(html.join('\n'), await readFile('LICENSE', 'utf8').catch(() => ''));
});

export const leftoverChecks = [leftovers];
