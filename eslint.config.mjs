import { defineConfig, globalIgnores } from 'eslint/config';
import nextVitals from 'eslint-config-next/core-web-vitals';
import nextTypescript from 'eslint-config-next/typescript';
import playwright from 'eslint-plugin-playwright';
import googleTranslate from 'eslint-plugin-react-google-translate';
import regexp from 'eslint-plugin-regexp';
import {
  encapsulatedPackages,
  ownFolder,
  parentFolders,
  publishedTypes,
} from './scripts/lint/import-rules.mjs';
import { importZones } from './scripts/lint/import-table.mjs';
import {
  commonRules,
  languageComparisons,
  fixedWaits,
  namedPageFunctions,
  processEnv,
  productRules,
  wholeNames,
} from './scripts/lint/syntax-rules.mjs';

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
      'import/no-restricted-paths': [
        'error',
        { basePath: import.meta.dirname, zones: importZones },
      ],
      'no-restricted-syntax': ['error', ...commonRules],
    },
  },
  {
    files: ['app/**', 'components/**', 'lib/**', 'local/**', 'proxy.ts', 'instrumentation.ts'],
    rules: {
      'no-restricted-imports': ['error', { patterns: encapsulatedPackages }],
      'no-restricted-syntax': ['error', processEnv, ...productRules],
      'no-console': 'error',
    },
  },
  {
    files: ['app/**', 'components/**', 'lib/**'],
    // The bundler of inline scripts and the loader of next.config.ts know no path aliases.
    ignores: [
      'components/page-script/page.script.ts',
      'lib/settings/rules.ts',
      'lib/site/security-headers.ts',
    ],
    plugins: { imports: { rules: { 'own-folder': ownFolder } } },
    rules: {
      'imports/own-folder': 'error',
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
  {
    files: ['components/**', 'lib/**'],
    rules: { 'import/no-default-export': 'error' },
  },
  // Texts are as long as they are, and Prettier does not wrap them.
  { files: ['lib/content/**'], rules: { 'max-len': 'off' } },
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
    rules: { 'no-restricted-syntax': ['error', ...productRules] },
  },
  { files: ['local/**', 'lib/server/log/log.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['scripts/**'],
    rules: {
      'no-restricted-syntax': ['error', namedPageFunctions, languageComparisons, ...commonRules],
    },
  },
  {
    // What visitors send is matched here.
    files: ['{app,components,lib,server}/**', 'proxy.ts'],
    ignores: ['lib/settings/**'],
    plugins: { regexp },
    rules: { 'regexp/no-super-linear-backtracking': ['error', { report: 'certain' }] },
  },
  {
    files: ['__tests__/**', 'e2e/**'],
    ignores: ['__tests__/attacks/trust/faults.ts', '__tests__/support/until.ts'],
    rules: { 'no-restricted-syntax': ['error', ...fixedWaits, ...commonRules] },
  },
  {
    files: ['e2e/**'],
    plugins: { playwright },
    rules: {
      'no-restricted-syntax': ['error', ...wholeNames, ...fixedWaits, ...commonRules],
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
