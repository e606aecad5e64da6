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
    const isBound = name.endsWith('-cs.ts');
    const texts = listTexts(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
    const changed = texts.reduceRight((all, node) => {
      const words = changeWords(node.getText());
      const by = isBound ? bindFirstWord(words) : words;
      return all.slice(0, node.getStart()) + by + all.slice(node.getEnd());
    }, text);
    writeFileSync(file, changed);
  }
}

/** Lists what a file says, from its beginning to its end. */
function listTexts(source: ts.SourceFile): ts.Node[] {
  const texts: ts.Node[] = [];
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
    if (isSentence || isTemplate) texts.push(node);
    if (ts.isPropertyAssignment(node)) visit(node.initializer);
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

/** Empties the lists of claims of a copy of the site. */
export function dropClaims(root: string): void {
  const file = join(root, FOLDER, 'claims.ts');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/ = \[[^]*?\];/g, ' = [];'));
}
