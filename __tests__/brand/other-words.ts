import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const FOLDER = 'lib/content';
/** They hold facts, code or messages for developers. */
const OTHER_FILES = ['site.ts', 'phone.ts', 'czech-spaces.ts'];
/** Names and units, which another owner would keep. */
const KEPT_WORDS = /^(\p{Lu}+|.|min|macOS|Windows|Android\p{L}*|Supabase|Vapi|Daily)$/u;
/** Their values are code. */
const CODE_PROPERTIES = /^(icon|drawing|id|language|type)$/;
/** A word that is no part of a path, an address or a placeholder. */
const WORD = /(?<![\p{L}\d/@{.])\p{L}+(?![@}/])/gu;
/** Each becomes its neighbour. Words keep their length, as a page has room for so many letters. */
const VOWELS = 'aeiouyAEIOUY';

/** Labels that are contained in each other, so that a test must look for the whole of one. */
const LABELS: Record<string, Record<string, string>> = {
  'call-en.ts': {
    start: 'Call',
    cancel: 'Call off',
    end: 'Call end',
    mute: 'Hush',
    muted: 'Hushed',
    keyboard: 'Type',
    typeInstead: 'Type it',
    send: 'Type & send',
    errorTitle: 'Call?',
  },
  'call-cs.ts': {
    start: 'Volat',
    cancel: 'Nevolat',
    end: 'Dovolat',
    mute: 'Ticho',
    muted: 'Ticho je',
    keyboard: 'Psát',
    typeInstead: 'Psát to',
    send: 'Psát & poslat',
    errorTitle: 'Volat?',
  },
  'contact-en.ts': {
    title: 'Mail us',
    submit: 'Send',
    submitting: 'Send it',
    close: 'Send & close',
    label: 'Mail',
    errorSummary: 'Send again (please)',
  },
  'en.ts': {
    contact: 'Ask',
    getStarted: 'Ask us',
    getStartedToday: 'Ask us now',
    claim: 'Ask us & win',
    tryCall: 'Hear',
    tryCaller: 'Hear it',
    callLink: 'Hear it now',
    menu: 'Main',
  },
};

const changeWords = (text: string) =>
  text.replace(WORD, (word) =>
    KEPT_WORDS.test(word)
      ? word
      : word.replace(/[aeiouy]/gi, (vowel) => VOWELS[VOWELS.indexOf(vowel) ^ 1] ?? vowel),
  );

/** Has Czech texts begin with a one-letter word, which is bound to the next one. */
const bindFirstWord = (text: string) =>
  text.replace(/(?<=^['`])\p{L}+(?= \p{L})/u, (word) => (KEPT_WORDS.test(word) ? word : 'U'));

/** Changes every sentence of a copy of the site. */
export function writeOtherWords(root: string): void {
  for (const name of readdirSync(join(root, FOLDER))) {
    if (OTHER_FILES.includes(name)) continue;
    const file = join(root, FOLDER, name);
    const text = readFileSync(file, 'utf8');
    const changes = listChanges(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
    const isBound = name.endsWith('-cs.ts');
    const changed = changes.reverse().reduce((all, { start, end, by }) => {
      return all.slice(0, start) + (isBound ? bindFirstWord(by) : by) + all.slice(end);
    }, text);
    const labels = Object.entries(LABELS[name] ?? {});
    const relabelled = labels.reduce(
      (all, [property, label]) =>
        all.replace(new RegExp(`(\\b${property}: )'[^']*'`), `$1'${label}'`),
      changed,
    );
    writeFileSync(file, relabelled);
  }
}

interface Change {
  start: number;
  end: number;
  by: string;
}

/** Lists the changes of a file from its beginning to its end. */
function listChanges(source: ts.SourceFile): Change[] {
  const changes: Change[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    const isSentence =
      ts.isStringLiteralLike(node) &&
      (/^\p{Lu}| /u.test(node.text) ||
        (/^\p{Ll}+$/u.test(node.text) &&
          ts.isPropertyAssignment(node.parent) &&
          !CODE_PROPERTIES.test(node.parent.name.getText())));
    const isTemplate =
      ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node);
    if (isSentence || isTemplate)
      changes.push({
        start: node.getStart(),
        end: node.getEnd(),
        by: changeWords(node.getText()),
      });
    if (ts.isPropertyAssignment(node)) visit(node.initializer);
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return changes;
}

/** Empties the lists of claims of a copy of the site. */
export function dropClaims(root: string): void {
  const file = join(root, FOLDER, 'claims.ts');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/ = \[[^]*?\];/g, ' = [];'));
}
