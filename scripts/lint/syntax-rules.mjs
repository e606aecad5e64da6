import { readFileSync } from 'node:fs';
import ts from 'typescript';

// Selectors for `no-restricted-syntax`, of which the last entry for a file wins.

const inlineStyle = {
  selector: "JSXAttribute[name.name='style']",
  message: 'No inline styles: the content security policy forbids them.',
};
const toggleEvents = {
  selector: 'JSXAttribute[name.name=/^on(Before)?Toggle$/]',
  message:
    'React never calls it on a hydrated <dialog> (react/react#37261): add a native listener.',
};
const constantNames = {
  selector:
    ':matches(Program, ExportNamedDeclaration) > VariableDeclaration > ' +
    'VariableDeclarator[id.name=/^[a-z]/][init.raw=/^[\\d.]/]',
  message: 'Constants are written in capitals, with their unit: RETRY_DELAY_MS.',
};
const propsInterface = {
  selector: "TSTypeAliasDeclaration[id.name=/Props$/][typeAnnotation.type='TSTypeLiteral']",
  message: 'Props are an interface.',
};
const LANGUAGE =
  ':matches(Identifier[name=/lang(uage)?$/i], MemberExpression[property.name=/lang(uage)?$/i])';
// ESLint loads no TypeScript; this file imports nothing.
const { outputText } = ts.transpileModule(
  readFileSync(new URL('../../lib/language.ts', import.meta.url), 'utf8'),
  { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext } },
);
const { LANGUAGE_CODES } = await import(`data:text/javascript,${encodeURIComponent(outputText)}`);
const CODE = `/^(${LANGUAGE_CODES.join('|')})$/`;
export const languageComparisons = {
  selector: [
    `BinaryExpression[operator=/^[!=]==?$/]:has(> ${LANGUAGE}) > Literal[value=/^[a-z]{2}$/]`,
    `SwitchStatement:has(> ${LANGUAGE}) > SwitchCase > Literal`,
    `:matches(BinaryExpression[operator=/^[!=]==?$/], SwitchCase) > Literal[value=${CODE}]`,
  ].join(', '),
  message: 'Let no code choose by a language: add what differs to LANGUAGES or TEXTS.',
};
const functionNames = {
  selector:
    ':matches(FunctionDeclaration, VariableDeclarator[init.type=/Function/])[id.name=/[a-z]Of$/]',
  message: 'Name what the function does: formatDuration, not durationOf.',
};
const processGroups = {
  selector: "CallExpression[callee.property.name='kill'] > UnaryExpression[operator='-']",
  message: 'Windows has no process groups: use local/processes.ts.',
};
const npmPrograms = {
  selector: 'CallExpression[arguments.0.value=/^np[mx]$/]',
  message: 'Windows starts npm only in a shell: use getNpmCommand of scripts/npm.mjs.',
};
const localPrograms = {
  selector:
    ':matches(Literal[value=/^node_modules.[.]bin/], ' +
    'TemplateElement[value.raw=/^node_modules.[.]bin/])',
  message: 'Windows starts it only in a shell: use scripts/tools/programs.ts.',
};

const uselessSpread = {
  selector: 'ObjectExpression > SpreadElement > ObjectExpression.argument',
  message: 'Write the properties without a spread.',
};
export const commonRules = [
  functionNames,
  processGroups,
  npmPrograms,
  localPrograms,
  uselessSpread,
];
export const productRules = [
  inlineStyle,
  toggleEvents,
  constantNames,
  propsInterface,
  languageComparisons,
  ...commonRules,
];

export const processEnv = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Read the environment through lib/server/env.ts only.',
};

/** tsx, which compiles scripts, adds a helper to named functions. */
export const namedPageFunctions = {
  selector:
    'CallExpression[callee.property.name=/^(addInitScript|evaluate|waitForFunction)$/] > ' +
    ':function :matches(FunctionDeclaration, VariableDeclarator[init.type=/Function/])',
  message: 'A page has no helper for named functions: pass text, or functions without a name.',
};

const WHOLE_NAME = 'Labels may be contained in each other: add exact: true.';
export const wholeNames = [
  {
    selector:
      "CallExpression[callee.property.name='getByRole'] > ObjectExpression" +
      ":has(> [key.name='name']):not(:has(> [key.name='exact'], > [key.name='name'] > [regex]))",
    message: WHOLE_NAME,
  },
  {
    selector:
      'CallExpression[callee.property.name=/^getBy(Text|Label)$/][arguments.length=1]' +
      ':not([arguments.0.regex])',
    message: WHOLE_NAME,
  },
];

/** After a fixed wait, a test's result would depend on the machine's speed. */
const FIXED_WAIT =
  'No fixed waits in tests: use waitForCondition (__tests__/support/until.ts) or fake timers.';
export const fixedWaits = [
  {
    selector:
      "NewExpression[callee.name='Promise'] " +
      "CallExpression[callee.name='setTimeout'][arguments.length=2][arguments.0.type='Identifier']",
    message: FIXED_WAIT,
  },
  { selector: "ImportDeclaration[source.value='node:timers/promises']", message: FIXED_WAIT },
];
