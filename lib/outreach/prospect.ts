import { parseAssistantId } from './assistant-id';
import { cleanContactName, NAME_MAX_LENGTH } from './contact-name';

export interface ProspectField {
  /** Its name as an option of the commands, and as a column of their tables. */
  option: string;
  /** For the help of the commands. */
  help: string;
  /** Null if it can't be used. */
  clean: (text: string) => string | null;
  rule: string;
  /** Whether an assistant may be told it (docs/assistants.md). */
  isVariable: boolean;
  /** Whether it tells prospects apart, as a column of `decisionMakers_prospect_unique`. */
  isIdentity: boolean;
}

export const TEXT_MAX_LENGTH = 200;
/** Not what joins signs to one (👩‍💻), or is in a flag. */
const INVISIBLE = /(?![\u200c\u200d\u{e0061}-\u{e007f}])\p{C}/gu;

/** In the order of the commands' tables; by column, and parameter of a personal link. */
export const PROSPECT_FIELDS = {
  contact_name: {
    option: 'name',
    help: 'the name that the page greets',
    isVariable: true,
    isIdentity: true,
    clean: cleanContactName,
    rule:
      "the page would not show this name: use letters, spaces and . ' - only, a title after a " +
      `comma, a space after a dot, at most ${NAME_MAX_LENGTH} characters`,
  },
  company_name: {
    option: 'company',
    help: "the prospect's company",
    isVariable: true,
    isIdentity: true,
    clean: cleanText,
    rule: `the company has more than ${TEXT_MAX_LENGTH} characters, or {{ or {%`,
  },
  vapi_assistant_id: {
    option: 'assistant',
    help: "the assistant's id, from the voice provider",
    isVariable: false,
    isIdentity: true,
    clean: parseAssistantId,
    rule: 'an assistant id has 1 to 64 letters a-z, digits, - or _',
  },
} as const satisfies Record<string, ProspectField>;

export type ProspectColumn = keyof typeof PROSPECT_FIELDS;
export const PROSPECT_COLUMNS = Object.keys(PROSPECT_FIELDS) as ProspectColumn[];
export const IDENTITY_COLUMNS = PROSPECT_COLUMNS.filter(
  (column) => PROSPECT_FIELDS[column].isIdentity,
);

export type Facts = Record<ProspectColumn, string | null>;
export type Prospect = Facts & { vapi_assistant_id: string };

/** Null if it is too long, or would be code in the prompt of an assistant. */
export function cleanText(text: string): string | null {
  const clean = text.normalize('NFC').replace(/\s+/g, ' ').replace(INVISIBLE, '').trim();
  return clean.length > TEXT_MAX_LENGTH || /\{[{%]/.test(clean) ? null : clean;
}

/** More about a prospect, by the names that the owner has chosen. */
export type Variables = Readonly<Record<string, string>>;

export const MAX_VARIABLES = 10;
/** The provider's own, words of its templates, and columns of the commands. */
const RESERVED =
  /^(?:assistant|call|customer|date|day|lang|month|now|time|transport|year|constructor|empty|blank|nil|null|true|false)$/;

export const isVariableName = (name: string) =>
  /^[a-z][a-z_]{0,39}$/.test(name) &&
  !RESERVED.test(name) &&
  Object.entries(PROSPECT_FIELDS).every(([column, { option }]) => ![column, option].includes(name));

/**
 * Returns what an assistant is told of a prospect: of a row, which ops may have edited, or of a
 * link without one. What can't be used is left out.
 */
export function listVariables(row: Partial<Facts>, variables: object = {}): Variables {
  const columns = PROSPECT_COLUMNS.filter((column) => PROSPECT_FIELDS[column].isVariable).map(
    (column) => [column, PROSPECT_FIELDS[column].clean, row[column]] as const,
  );
  const others = Object.entries(variables)
    .filter(([name]) => isVariableName(name))
    .slice(0, MAX_VARIABLES)
    .map(([name, value]) => [name, cleanText, value] as const);
  const known = [...columns, ...others].flatMap(([name, clean, value]) => {
    const text = typeof value === 'string' && clean(value);
    return text ? [[name, text]] : [];
  });
  return Object.fromEntries(known);
}
