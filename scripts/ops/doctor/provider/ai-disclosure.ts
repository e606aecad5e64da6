import * as z from 'zod';
import { brand } from '@/lib/content/site';
import { findLanguage, type Language, LANGUAGE_CODES } from '@/lib/language';
import { ok, skipped, warning } from '../check';
import { parseBody } from '../http-request';
import { createCheck } from '../probes';
import { createAssistantCheck } from './assistant';
import { askAssistant, type Assistant } from './provider-answers';

/** So that the check ends in time, however many prospects there are. */
const MAX_PROSPECTS = 200;
const REQUESTS_AT_ONCE = 10;
const MAX_LISTED = 5;

const TODO =
  'Have the first message say so, such as “I am an AI assistant” or “Jsem AI asistent”: ' +
  'the law requires it (EU AI Act, article 50).';

const NEGATION =
  "(?:[Nn]ot?|[Nn]ever|[Ww]ithout|n[’']t|[Nn]ejsem|[Nn]ení|[Žž]ádn\\p{L}+|[Bb]ez) (?:an? )?";

/** What a company does, as in “the AI agency”, unless it is “the AI automation assistant”. */
const BUSINESS =
  '(?:[Aa]gency|[Cc]ompany|[Ss]tudio|[Cc]onsulting|[Aa]utomation|[Ss]olutions|' +
  'agentura|firma|společnost|studio|automatizac\\p{L}+|řešení)(?!\\p{L}| (?:[Aa]ss?ist|[Aa]gent))';

/** Finds words that are not a part of others, nor of an address, nor negated, nor of a business. */
const createPattern = (words: string, flags = 'u') =>
  new RegExp(
    `(?<![\\p{L}\\p{N}.@-])(?<!${NEGATION})(?:${words})(?![\\p{L}\\p{N}]|\\.? ${BUSINESS})`,
    flags,
  );

/** `AI`, `A.I.`, `A. I.`, `A I` and `A-I`. */
const ACRONYM = 'A(?:\\.? |[.-])?I';

/** How an assistant says that it is an AI. A sentence of another language does not count. */
const DISCLOSURES: Record<Language, readonly RegExp[]> = {
  en: [
    createPattern(`${ACRONYM}(?!\\.? asist)|ai`),
    createPattern('artificial intelligence', 'iu'),
  ],
  cs: [
    createPattern(`(?<!\\b[Aa]n )${ACRONYM}(?!\\.? assist)|ai(?= asist)`),
    createPattern('uměl\\p{L}+ inteligenc\\p{L}+', 'iu'),
  ],
};

/**
 * Finds out why the first words of a call do not say that an AI speaks.
 *
 * @param assistant as the provider shows it
 * @param language what it speaks; any language will do if it is not known
 * @param names of companies and people, in which “AI” does not speak of the assistant
 * @returns the end of a sentence about the assistant; null if they do say it
 */
export function findMissingDisclosure(
  { firstMessage, firstMessageMode }: Pick<Assistant, 'firstMessage' | 'firstMessageMode'>,
  language: Language | null,
  names: readonly string[],
): string | null {
  if (firstMessageMode === 'assistant-waits-for-user') return 'waits for the caller to speak first';
  if (firstMessageMode?.includes('model-generated'))
    return 'makes its first sentence up, so nothing ensures that it says it is an AI';
  if (!firstMessage?.trim()) return 'has no first message that says it is an AI';
  if (/^\s*https?:\S+\s*$/.test(firstMessage))
    return 'begins with a recording, which cannot be read';
  const languages = language ? [language] : LANGUAGE_CODES;
  const saysIt = (text: string) =>
    languages.some((each) => DISCLOSURES[each].some((pattern) => pattern.test(text)));
  if (saysIt(removeNames(firstMessage, names.filter(saysIt)))) return null;
  const inLanguage = language ? ` in its language (${language})` : '';
  return `does not say in its first message that it is an AI${inLanguage}`;
}

const removeNames = (message: string, names: readonly string[]): string =>
  names.reduce(
    (text, name) => text.replace(createNamePattern(name), ''),
    message.replace(/\{\{.*?\}\}/gs, ''),
  );

/**
 * Finds a name with “AI” as people say it: without “s.r.o.”, in capitals or not, with “A.I.”. Not
 * in “the Ringwell AI assistant”, where it does say what the assistant is.
 */
function createNamePattern(name: string): RegExp {
  const words = name.split(/[\s,]+/).filter(Boolean);
  const isAcronym = (word: string) => /^A[.-]?I\.?$/i.test(word);
  const last = words.findLastIndex((word) => isAcronym(word) || /\bAI\b/.test(word));
  const spoken = words
    // “AI” alone is no name.
    .slice(0, Math.max(last, isAcronym(words[0] ?? '') ? 1 : 0) + 1)
    .map((word) =>
      isAcronym(word) ? `${ACRONYM}\\.?` : word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    );
  return new RegExp(`${spoken.join('[\\s,]+')}(?! (?:assist|asist|agent))`, 'giu');
}

const transcriberSchema = z.object({ language: z.string() });

/** Returns the language that an assistant listens to; null if it is none of the site's. */
function readLanguage({ transcriber }: Assistant): Language | null {
  const { data } = transcriberSchema.safeParse(transcriber);
  return findLanguage(data?.language.split(/[-_]/)[0]);
}

const landingPage = createAssistantCheck('AI disclosure', (assistant) => {
  const problem = findMissingDisclosure(assistant, 'en', [brand]);
  return problem
    ? warning(`the landing page’s assistant ${problem}`, TODO)
    : ok('the first message says that an AI speaks');
});

const prospectsSchema = z.array(
  z.object({
    vapi_assistant_id: z.string(),
    contact_name: z.string().nullish(),
    company_name: z.string().nullish(),
  }),
);

const prospects = createCheck(
  'AI disclosure to prospects',
  ['database', 'provider'],
  async ({ settings, queryDatabase }) => {
    if (!settings.VAPI_PRIVATE_KEY) return skipped('needs VAPI_PRIVATE_KEY');
    const columns = 'vapi_assistant_id,contact_name,company_name';
    const answer = await queryDatabase(
      `decisionMakers?select=${columns}&order=created_at.desc&limit=${MAX_PROSPECTS}`,
    );
    const { data: rows } = prospectsSchema.safeParse(parseBody(answer));
    if (!rows) return skipped(`the prospects cannot be read (${answer.status})`);
    const ids = [...new Set(rows.map((row) => row.vapi_assistant_id))];
    if (ids.length === 0) return skipped('there are no prospects');

    async function examineAssistant(id: string): Promise<string[]> {
      const { status, assistant } = await askAssistant(settings, id);
      if (!assistant) return [`${id} cannot be read (${status})`];
      const names = rows
        ?.filter((row) => row.vapi_assistant_id === id)
        .flatMap((row) => [row.contact_name ?? '', row.company_name ?? '']);
      const allNames = [brand, ...(names ?? [])].filter(Boolean);
      const problem = findMissingDisclosure(assistant, readLanguage(assistant), allNames);
      return problem ? [`${id} ${problem}`] : [];
    }

    const findings: string[] = [];
    for (let start = 0; start < ids.length; start += REQUESTS_AT_ONCE) {
      const some = ids.slice(start, start + REQUESTS_AT_ONCE);
      findings.push(...(await Promise.all(some.map(examineAssistant))).flat());
    }
    if (findings.length === 0)
      return ok(`${ids.length} assistants say in their first message that an AI speaks`);
    const more = findings.length - MAX_LISTED;
    const listed = findings.slice(0, MAX_LISTED).join('; ');
    return warning(`${listed}${more > 0 ? `; and ${more} more` : ''}`, TODO);
  },
);

export const disclosureChecks = [landingPage, prospects];
