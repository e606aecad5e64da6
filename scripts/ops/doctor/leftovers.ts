import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAcknowledgementEn } from '@/lib/content/acknowledgement-en';
import { contactCopyEn } from '@/lib/content/contact-en';
import { cardEn, en } from '@/lib/content/en';
import { TEXTS } from '@/lib/content/languages';
import { site } from '@/lib/content/site';
import { DEFAULT_RETENTION_MONTHS } from '@/lib/settings/settings';
import { type Check, ok, type Outcome, warning } from './check';
import { isPlaceholder } from './mail-domain';

const TODO = 'docs/make-it-yours.md says where each is, and what a claim needs to be kept.';
const MAX_FILES_LISTED = 3;

/** The claims that this repository was delivered with, whether or not its owner can keep them. */
export const DELIVERED_CLAIMS = [
  ...['HIPAA compliant', 'GDPR compliant', 'V souladu s GDPR', 'Secure & Private'],
  ...['99.9% uptime', '99.9% availability', 'Dostupnost 99,9 %'],
  ...['24/7', 'around the clock', 'day and night'],
  ...['no recording and no transcript', 'No slides, no recording'],
  ...['Response within 24 hours', '24hr Response', 'answer within 24 hours'],
  ...['30-minute strategy session', 'A 30-minute consultation', 'A 30-day transformation'],
  ...['15-minute call', '15minutový hovor', 'No spam', 'No Spam'],
  ...['100% free', '100% Free', 'No Commitment'],
];

const notices = Object.values(TEXTS).map(({ writePrivacy }) =>
  writePrivacy(DEFAULT_RETENTION_MONTHS),
);
const acknowledgement = writeAcknowledgementEn({ siteUrl: 'https://a.example' });
const pages = Object.values(TEXTS).map(({ page, call }) => [page, call]);
const WORDS_JSON = JSON.stringify([en, cardEn, contactCopyEn, acknowledgement, pages, notices]);

type Owner = {
  brand: string;
  contactMail: string;
  controller: { name: string; address: string; mail: string };
};

/** Returns the first word of the name of the first authors, who stay named in `LICENSE`. */
export const readDeliveredName = (license: string): string | undefined =>
  /^Copyright \(c\) \d+ (\w+)/m.exec(license)?.[1];

/**
 * Judges what is still as it was delivered.
 *
 * @param words every sentence of the pages
 * @param buildFolder a finished build, if there is one
 * @param oldName a word of the delivered name; it is no leftover while the brand contains it
 */
export async function judgeLeftovers(
  { brand, contactMail, controller }: Owner,
  words: string,
  buildFolder: string,
  oldName: string | undefined,
): Promise<Outcome> {
  const mails = Object.entries({ contactMail, 'controller.mail': controller.mail });
  const text = words.replaceAll('\u00a0', ' ');
  const claims = DELIVERED_CLAIMS.filter((claim) => text.includes(claim));
  const isBuilt = existsSync(join(buildFolder, 'BUILD_ID'));
  const name = oldName && !hasName(brand, oldName) ? oldName : undefined;
  const files = name && isBuilt ? await listFilesWithName(buildFolder, name) : [];
  const more = files.length - MAX_FILES_LISTED;
  const findings = [
    ...mails.flatMap(([fact, mail]) =>
      isPlaceholder(mail) ? [`${fact} is the placeholder ${mail}`] : [],
    ),
    ...(controller.address.trim() ? [] : ['controller.address is empty']),
    ...(name && hasName(controller.name + text, name) ? [`lib/content has the name ${name}`] : []),
    ...(files.length > 0
      ? [
          `the build has the name ${name} in ${files.slice(0, MAX_FILES_LISTED).join(', ')}` +
            (more > 0 ? ` and ${more} more` : ''),
        ]
      : []),
    ...(claims.length > 0 ? [`delivered claims: ${claims.join(', ')}`] : []),
  ];
  if (findings.length > 0) return warning(findings.join('; '), TODO);
  return ok(`none in lib/content${isBuilt ? ` and ${buildFolder}` : '; there is no build here'}`);
}

const hasName = (text: string, name: string) => text.toLowerCase().includes(name.toLowerCase());

/** Lists the files of a build that contain a name, other than in the path of this folder. */
async function listFilesWithName(folder: string, name: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || file.startsWith(join(folder, 'cache'))) continue;
    const text = (await readFile(file, 'latin1')).replaceAll(process.cwd(), '');
    if (hasName(text, name)) found.push(file);
  }
  return found.sort();
}

const leftovers: Check<unknown> = {
  name: 'leftovers',
  needs: [],
  run: async () => {
    const license = await readFile('LICENSE', 'utf8').catch(() => '');
    return judgeLeftovers(site, WORDS_JSON, '.next', readDeliveredName(license));
  },
};

export const leftoverChecks = [leftovers];
