import { parseAssistantId } from './assistant-id';
import { cleanContactName, NAME_MAX_LENGTH } from './contact-name';

export interface ProspectField {
  /** Its column in `decisionMakers`, and its parameter in a personal link. */
  column: string;
  /** For the help of the commands. The name of the field is their option and column. */
  help: string;
  /** Null if it can't be used. */
  clean: (text: string) => string | null;
  rule: string;
  /** Whether an assistant may be told it, by the name of the column (docs/assistants.md). */
  isVariable: boolean;
  /** Whether it tells prospects apart, as a column of `decisionMakers_prospect_unique`. */
  isIdentity: boolean;
}

export const TEXT_MAX_LENGTH = 200;
/** Not what joins signs to one (👩‍💻), or is in a flag. */
const INVISIBLE = /(?![\u200c\u200d\u{e0061}-\u{e007f}])\p{C}/gu;

/** What is known of a prospect, in the order of the commands' tables. */
export const PROSPECT_FIELDS = {
  name: {
    column: 'contact_name',
    help: 'the name that the page greets',
    isVariable: true,
    isIdentity: true,
    clean: cleanContactName,
    rule:
      "the page would not show this name: use letters, spaces and . ' - only, a title after a " +
      `comma, a space after a dot, at most ${NAME_MAX_LENGTH} characters`,
  },
  company: {
    column: 'company_name',
    help: "the prospect's company",
    isVariable: true,
    isIdentity: true,
    clean: cleanText,
    rule: `the company has more than ${TEXT_MAX_LENGTH} characters, or {{ or {%`,
  },
  assistant: {
    column: 'vapi_assistant_id',
    help: "the assistant's id, from the voice provider",
    isVariable: false,
    isIdentity: true,
    clean: parseAssistantId,
    rule: 'an assistant id has 1 to 64 letters a-z, digits, - or _',
  },
} as const satisfies Record<string, ProspectField>;

export type ProspectFieldName = keyof typeof PROSPECT_FIELDS;
export const PROSPECT_FIELD_NAMES = Object.keys(PROSPECT_FIELDS) as ProspectFieldName[];
export const IDENTITY_NAMES = PROSPECT_FIELD_NAMES.filter(
  (name) => PROSPECT_FIELDS[name].isIdentity,
);

type Column = (typeof PROSPECT_FIELDS)[ProspectFieldName]['column'];

type Facts = Record<ProspectFieldName, string | null>;
export type Prospect = Facts & { assistant: string };
export type ProspectRow<Id = string> = Record<Column, string | null> & { vapi_assistant_id: Id };

/** Facts that are left out are null. */
export function toRow<Id>(facts: Partial<Facts> & { assistant: Id }): ProspectRow<Id> {
  const cells = PROSPECT_FIELD_NAMES.map((name) => [PROSPECT_FIELDS[name].column, facts[name]]);
  return Object.fromEntries(cells.map(([column, fact]) => [column, fact ?? null]));
}

/** The row may have other columns, too. */
export function fromRow(row: ProspectRow): Prospect {
  const facts = PROSPECT_FIELD_NAMES.map((name) => [name, row[PROSPECT_FIELDS[name].column]]);
  return Object.fromEntries(facts) as Prospect;
}

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
  Object.entries(PROSPECT_FIELDS).every(([field, { column }]) => name !== field && name !== column);

/**
 * Returns what an assistant is told of a prospect: of a row, which ops may have edited, or of a
 * link without one. What can't be used is left out.
 */
export function listVariables(row: Partial<ProspectRow>, variables: object = {}): Variables {
  const columns = Object.values<ProspectField>(PROSPECT_FIELDS)
    .filter(({ isVariable }) => isVariable)
    .map(({ column, clean }) => [column, clean, row[column as Column]] as const);
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
