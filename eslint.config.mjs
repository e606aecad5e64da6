import { defineConfig, globalIgnores } from 'eslint/config';
import nextVitals from 'eslint-config-next/core-web-vitals';
import nextTypescript from 'eslint-config-next/typescript';
import playwright from 'eslint-plugin-playwright';
import googleTranslate from 'eslint-plugin-react-google-translate';

const features = ['landing', 'contact', 'call', 'outreach', 'page-script', 'analytics'];
const tests = ['./__tests__', './e2e'];
const nonProductFolders = ['./server', './scripts', './local', ...tests];
const testScripts = ['./scripts/bench', './scripts/brand', './scripts/test'];

/** `__tests__/import-zones.test.ts` checks that a violation of each zone fails. */
const zones = [
  {
    target: ['./components', './lib/!(server)/**/*'],
    from: './lib/server',
    message:
      'Only app, lib/server, proxy.ts, instrumentation.ts and scripts may import lib/server.',
  },
  {
    target: './local',
    from: './lib/server',
    message: 'local/ replaces external services and must not import lib/server.',
  },
  ...features.map((feature) => ({
    target: `./components/${feature}`,
    from: './components',
    except: [`./${feature}`, './ui', './typing'],
    message: 'Features never import each other: app combines them.',
  })),
  {
    target: './components/typing',
    from: './components',
    except: ['./typing', './ui'],
    message: 'components/typing must not import features.',
  },
  {
    target: './components/ui',
    // In one list, the rule takes either globs or folders; with both it reports every import.
    from: ['./components/!(ui)/**/*', './lib/**/*', './app/**/*'],
    message: 'components/ui imports nothing of ours but its own folder.',
  },
  {
    target: './lib/content',
    from: ['./lib/!(content)/**/*', './components/**/*', './app/**/*'],
    message: 'lib/content imports nothing of ours but its own folder.',
  },
  {
    target: './lib/analytics',
    from: ['./lib/!(analytics|call)/**/*', './lib/call/!(types.ts)', './lib/call/*/**/*'],
    message: 'lib/analytics may import only lib/call/types.ts from the features.',
  },
  {
    target: './lib/contact/schema.ts',
    from: ['./lib/!(contact)/**/*', './components/**/*', './app/**/*'],
    message: 'lib/contact/schema imports nothing of ours but its own folder.',
  },
  {
    target: ['./lib/*', './lib/!(server)/**/*', './components'],
    from: ['./app', ...nonProductFolders],
    message: 'lib and components never import upwards.',
  },
  {
    target: ['./components', './lib/!(server|settings)/**/*'],
    from: './lib/settings',
    message: 'lib/settings reads the environment, which the browser does not have.',
  },
  {
    target: './lib/server',
    from: ['./app', './scripts', './local', ...tests],
    message: 'lib/server must not import app, scripts, local or tests.',
  },
  {
    target: './lib/server/database',
    from: './lib/server/!(database|log|http)/**/*',
    message: 'lib/server/database is the lowest layer: others give it callbacks.',
  },
  {
    target: './lib/server',
    from: './server',
    message: 'lib/server must not import server/.',
  },
  { target: './lib', from: './components', message: 'lib never imports components.' },
  {
    target: './app',
    from: nonProductFolders,
    message: 'app must not import server, scripts, local or tests.',
  },
  {
    target: './server',
    from: ['./app', './components', './scripts', './local', ...tests],
    message: 'server/ must not import app, components, scripts, local or tests.',
  },
  {
    target: './server',
    from: './lib',
    except: ['./settings'],
    message: 'server/ imports only the settings of lib: Next compiles the rest.',
  },
  {
    target: ['./scripts/build', './scripts/ops', './scripts/install.mjs', './scripts/npm.mjs'],
    from: ['./local', ...tests, ...testScripts],
    message: 'scripts/build and scripts/ops must not import local, tests or their tools.',
  },
  {
    target: './local',
    from: './scripts',
    except: [
      './install.mjs',
      './watch-parent.mjs',
      './build/build-site.ts',
      './build/bundle-server.ts',
    ],
    message: 'local/ imports only the build, install.mjs and watch-parent.mjs of scripts/.',
  },
  { target: './local', from: tests, message: 'local/ never imports tests.' },
  {
    target: testScripts,
    from: tests,
    message: 'Test tooling must not import tests.',
  },
  {
    target: './__tests__',
    from: './e2e',
    message: 'Jest and Playwright share __tests__/support.',
  },
  {
    target: './e2e',
    from: './__tests__',
    except: ['./support', './attacks', './sdk-contract'],
    message: 'Jest and Playwright share __tests__/support.',
  },
];

const encapsulatedPackages = [
  {
    group: ['@supabase/*'],
    message: 'Only lib/server/database/supabase.ts talks to @supabase/*.',
  },
  {
    group: ['@vapi-ai/web', '@daily-co/*'],
    message:
      'Only lib/call/sdk/voice-client.ts talks to the voice SDK; voice-sdk.ts has its types.',
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
    message: 'Windows has no process groups: use signalTree of local/processes/process-tree.mjs.',
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
    files: ['lib/server/database/supabase.ts', 'lib/call/sdk/voice-client.ts'],
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
