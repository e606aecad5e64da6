import { dirname, relative } from 'node:path';
import { defineConfig, globalIgnores } from 'eslint/config';
import nextVitals from 'eslint-config-next/core-web-vitals';
import nextTypescript from 'eslint-config-next/typescript';
import playwright from 'eslint-plugin-playwright';
import googleTranslate from 'eslint-plugin-react-google-translate';

const content = [
  ...['lib/content', 'lib/analytics', 'lib/api', 'lib/retention.ts', 'lib/services.ts'],
];
const features = ['lib/call', 'lib/contact', 'lib/outreach'];
const forComponents = [
  ...['components/typing', 'components/ui', 'lib/page-protocol.ts', ...content, ...features],
];
const callBasis = [
  ...['lib/call/types.ts', 'lib/call/failures.ts', 'lib/call/refusals.ts', 'lib/call/reports.ts'],
  ...content,
];
const settings = ['lib/settings', 'lib/site'];
const serverBasis = ['lib/server/env.ts', 'lib/server/env', 'lib/server/log', ...settings];
const serverTools = [
  ...['lib/server/after-response.ts', 'lib/server/database', 'lib/server/http'],
  ...[...serverBasis, ...content, ...features],
];
const product = ['app', 'components', 'lib', 'local', 'scripts', 'server', 'supabase'];

/**
 * Who may import whom: each folder or file imports its own files, packages, and what is listed.
 * Where a folder and one above it are listed, both lists hold. `__tests__/import-zones.test.ts`
 * checks that violations fail, `__tests__/import-circles.test.ts` that there are no circles.
 */
const allowedImports = {
  app: ['components', 'lib'],
  'components/analytics': forComponents,
  'components/call': forComponents,
  'components/contact': forComponents,
  'components/landing': forComponents,
  'components/outreach': forComponents,
  'components/page-script': forComponents,
  'components/typing': ['components/ui'],
  'components/ui': [],
  lib: [],
  'lib/analytics': [],
  'lib/api': [],
  'lib/content': ['lib/call/failures.ts', 'lib/call/transcript/tools.ts', 'lib/retention.ts'],
  'lib/settings': [],
  'lib/site': [],
  'lib/outreach': [],
  'lib/contact': ['lib/api', 'lib/services.ts'],
  'lib/contact/schema.ts': [
    ...['lib/contact/clean-email.ts', 'lib/contact/lengths.ts', 'lib/contact/suggest-email.ts'],
    'lib/services.ts',
  ],
  'lib/call': [...content, 'lib/outreach'],
  'lib/call/store.ts': [],
  'lib/call/failures.ts': [],
  'lib/call/types.ts': ['lib/call/failures.ts', ...content],
  'lib/call/audio': callBasis,
  'lib/call/sdk': ['lib/call/audio', ...callBasis],
  'lib/call/transcript': [...callBasis, 'lib/outreach'],
  'lib/call/session': ['lib/call', ...content],
  'lib/server': [...content, ...features, ...settings],
  'lib/server/after-response.ts': ['lib/server/log'],
  'lib/server/env.ts': ['lib/server/env', 'lib/settings'],
  'lib/server/env': ['lib/outreach', 'lib/settings'],
  'lib/server/log': [],
  'lib/server/database': [...serverBasis, ...content],
  'lib/server/http': serverTools,
  'lib/server/analytics': serverTools,
  'lib/server/outreach': serverTools,
  'lib/server/notify': serverTools,
  'lib/server/failures': ['lib/server/notify', ...serverTools],
  'lib/server/contact': ['lib/server/notify', ...serverTools],
  'lib/server/call': ['lib/server/failures', 'lib/server/outreach', ...serverTools],
  server: ['lib/server/notify/alert-pass.ts', ...settings],
  local: [
    ...content,
    ...features,
    'lib/settings',
    'scripts/build',
    'scripts/install.mjs',
    'scripts/watch-parent.mjs',
  ],
  scripts: product,
  'scripts/build': [
    ...['components', 'lib', 'scripts/brand', 'scripts/install.mjs', 'scripts/npm.mjs', 'server'],
  ],
  'scripts/ops': ['lib'],
  __tests__: [...product, 'instrumentation.ts', 'jest.config.mjs', 'next.config.ts', 'proxy.ts'],
  e2e: [...product, '__tests__/attacks', '__tests__/sdk-contract', '__tests__/support'],
};

const zones = Object.entries(allowedImports).map(([path, allowed]) => ({
  target: `./${path}`,
  from: '.',
  except: [...new Set(['node_modules', path, ...allowed])].map((each) => `./${each}`),
  message: `${path} imports only ${allowed.join(', ') || 'packages'} and its own files.`,
}));

const encapsulatedPackages = [
  {
    group: ['@supabase/*'],
    message: 'Only lib/server/database/supabase.ts talks to @supabase/*.',
  },
  {
    group: ['@vapi-ai/web', '@daily-co/*'],
    message: 'Only lib/call/sdk/voice-sdk.ts knows the voice SDK.',
  },
  {
    group: ['nodemailer'],
    message: 'Only lib/server/notify/alert-channels.ts may import nodemailer, and only lazily.',
  },
];

const parentFolders = {
  group: ['../*'],
  message: 'Import other folders by their path from the root: @/lib/…',
};

/** @type {import('eslint').Rule.RuleModule} */
const ownFolder = {
  create: (context) => ({
    ImportDeclaration({ source }) {
      const folder = `@/${relative(context.cwd, dirname(context.filename))}`;
      if (dirname(String(source.value)) !== folder) return;
      context.report({ node: source, message: 'Import the files of the same folder by ./' });
    },
  }),
};

const publishedTypes = {
  group: ['@vapi-ai/server-sdk'],
  allowTypeImports: true,
  message: 'Types only (import type): the package is not there in production.',
};

const inlineStyle = {
  selector: "JSXAttribute[name.name='style']",
  message: 'No inline styles: the content security policy forbids them.',
};
const toggleEvents = {
  selector: 'JSXAttribute[name.name=/^on(Before)?Toggle$/]',
  message:
    'React never calls it on a hydrated <dialog> (react/react#37261): add a native listener.',
};
const namingRules = [
  {
    selector:
      ':matches(Program, ExportNamedDeclaration) > VariableDeclaration > ' +
      'VariableDeclarator[id.name=/^[a-z]/][init.raw=/^[\\d.]/]',
    message: 'Constants are written in capitals, with their unit: RETRY_DELAY_MS.',
  },
  {
    selector: "TSTypeAliasDeclaration[id.name=/Props$/][typeAnnotation.type='TSTypeLiteral']",
    message: 'Props are an interface.',
  },
];
const processEnv = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Read the environment through lib/server/env.ts only.',
};

/** After a fixed wait, a test's result would depend on the machine's speed. */
const fixedWaits = [
  {
    selector:
      "NewExpression[callee.name='Promise'] " +
      "CallExpression[callee.name='setTimeout'][arguments.length=2][arguments.0.type='Identifier']",
    message:
      'No fixed waits in tests: use waitForCondition (__tests__/support/until.ts) or fake timers.',
  },
  {
    selector: "ImportDeclaration[source.value='node:timers/promises']",
    message:
      'No fixed waits in tests: use waitForCondition (__tests__/support/until.ts) or fake timers.',
  },
];

const functionNames = {
  selector:
    ':matches(FunctionDeclaration, VariableDeclarator[init.type=/Function/])[id.name=/[a-z]Of$/]',
  message: 'Name what the function does: formatDuration, not durationOf.',
};

/** Windows cannot do these. */
const crossPlatformRules = [
  {
    selector: "CallExpression[callee.property.name='kill'] > UnaryExpression[operator='-']",
    message: 'Windows has no process groups: use local/processes/processes.ts.',
  },
  {
    selector: 'CallExpression[arguments.0.value=/^np[mx]$/]',
    message: 'Windows starts npm only in a shell: use getNpmCommand of scripts/npm.mjs.',
  },
  {
    selector:
      ':matches(Literal[value=/^node_modules.[.]bin/], ' +
      'TemplateElement[value.raw=/^node_modules.[.]bin/])',
    message: 'Windows starts it only in a shell: use scripts/test/programs.ts.',
  },
];

/** The compiler of scripts, tsx, adds a helper to named functions. */
const namedPageFunctions = {
  selector:
    'CallExpression[callee.property.name=/^(addInitScript|evaluate|waitForFunction)$/] > ' +
    ':function :matches(FunctionDeclaration, VariableDeclarator[init.type=/Function/])',
  message: 'A page has no helper for named functions: pass text, or functions without a name.',
};

const commonRules = [functionNames, ...crossPlatformRules];

export default defineConfig([
  ...nextVitals,
  ...nextTypescript,
  globalIgnores([
    '**/.next*/**',
    '.data/**',
    '.vercel/**',
    'coverage/**',
    'test-results/**',
    'next-env.d.ts',
  ]),
  {
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      eqeqeq: 'error',
      // Prettier wraps code, but neither comments nor texts.
      'max-len': [
        'error',
        { code: 100, ignoreUrls: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true },
      ],
      '@typescript-eslint/no-restricted-imports': ['error', { patterns: [publishedTypes] }],
    },
  },
  {
    rules: { 'import/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones }] },
  },
  { rules: { 'no-restricted-syntax': ['error', ...commonRules] } },
  {
    files: ['scripts/**'],
    rules: { 'no-restricted-syntax': ['error', namedPageFunctions, ...commonRules] },
  },
  {
    files: ['app/**', 'components/**', 'lib/**', 'local/**', 'proxy.ts', 'instrumentation.ts'],
    rules: {
      'no-restricted-imports': ['error', { patterns: encapsulatedPackages }],
      'no-restricted-syntax': [
        'error',
        inlineStyle,
        toggleEvents,
        processEnv,
        ...namingRules,
        ...commonRules,
      ],
      'no-console': 'error',
    },
  },
  {
    files: ['app/**', 'components/**', 'lib/**'],
    plugins: { imports: { rules: { 'own-folder': ownFolder } } },
    rules: { 'imports/own-folder': 'error' },
  },
  {
    files: ['app/**', 'components/**', 'lib/**'],
    // The bundler of inline scripts and the loader of next.config.ts know no path aliases.
    ignores: ['components/page-script/page.script.ts', 'lib/server/http/security-headers.ts'],
    rules: {
      'no-restricted-imports': ['error', { patterns: [...encapsulatedPackages, parentFolders] }],
    },
  },
  {
    files: ['app/**/*.tsx', 'components/**/*.tsx'],
    plugins: { 'google-translate': googleTranslate },
    rules: {
      'google-translate/no-conditional-text-nodes-with-siblings': 'error',
      'google-translate/no-return-text-nodes': 'error',
    },
  },
  {
    files: ['server/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: encapsulatedPackages }] },
  },
  { files: ['app/**'], rules: { 'import/no-default-export': 'off' } },
  {
    files: ['components/**', 'lib/**'],
    rules: { 'import/no-default-export': 'error' },
  },
  {
    files: ['lib/server/database/supabase.ts'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['lib/call/sdk/voice-sdk.ts'],
    rules: {
      'no-restricted-imports': 'off',
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            publishedTypes,
            ...encapsulatedPackages.map((pattern) => ({ ...pattern, allowTypeImports: true })),
          ],
        },
      ],
    },
  },
  {
    files: ['lib/server/env.ts', 'lib/settings/**', 'instrumentation.ts', 'local/**'],
    rules: {
      'no-restricted-syntax': ['error', inlineStyle, toggleEvents, ...namingRules, ...commonRules],
    },
  },
  { files: ['local/**', 'lib/server/log/log.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['__tests__/**', 'e2e/**', '__tests__/attacks/**'],
    ignores: ['__tests__/attacks/pace.ts', '__tests__/support/until.ts'],
    rules: { 'no-restricted-syntax': ['error', ...fixedWaits, ...commonRules] },
  },
  {
    files: ['e2e/**'],
    plugins: { playwright },
    rules: {
      // `use` of a fixture is no React hook.
      'react-hooks/rules-of-hooks': 'off',
      'playwright/missing-playwright-await': 'error',
      'playwright/no-focused-test': 'error',
      'playwright/no-page-pause': 'error',
      'playwright/no-wait-for-timeout': 'error',
      'playwright/valid-expect': 'error',
    },
  },
]);
