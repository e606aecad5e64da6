import { defineConfig, globalIgnores } from 'eslint/config';
import nextVitals from 'eslint-config-next/core-web-vitals';
import nextTypescript from 'eslint-config-next/typescript';

const features = ['landing', 'contact', 'voice', 'outreach', 'early'];
const outsideProduct = ['./scripts', './local', './__tests__', './e2e'];

/** Who may import whom. `__tests__/import-zones.test.ts` plants one violation per zone and sees it fail. */
const zones = [
  {
    target: ['./components', './lib/!(server)/**/*', './local'],
    from: './lib/server',
    message:
      'Only app, lib/server, proxy.ts, instrumentation.ts and scripts may import lib/server.',
  },
  ...features.map((feature) => ({
    target: `./components/${feature}`,
    from: './components',
    except: [`./${feature}`, './ui', './typing'],
    message: 'Features never import each other: app joins them.',
  })),
  {
    target: './components/typing',
    from: './components',
    except: ['./typing', './ui'],
    message: 'components/typing knows no feature.',
  },
  {
    target: './components/ui',
    // The rule wants either globs or folders in one list, else it reports every import.
    from: ['./components/!(ui)/**/*', './lib/**/*', './app/**/*'],
    message: 'components/ui imports nothing of ours but its own folder.',
  },
  {
    target: './lib/content',
    from: ['./lib/!(content)/**/*', './components/**/*', './app/**/*'],
    message: 'lib/content imports nothing of ours but its own folder.',
  },
  {
    target: './lib/contact/schema.ts',
    from: ['./lib', './components', './app'],
    message: 'lib/contact/schema imports nothing of ours.',
  },
  {
    target: ['./lib', './components'],
    from: ['./app', ...outsideProduct],
    message: 'lib and components never import upwards.',
  },
  { target: './lib', from: './components', message: 'lib never imports components.' },
  { target: './app', from: outsideProduct, message: 'The product never imports its tools.' },
];

const oneFilePackages = [
  {
    group: ['@supabase/*'],
    message: 'Only lib/server/supabase.ts talks to @supabase/*.',
  },
  {
    group: ['@vapi-ai/*', '@daily-co/*'],
    message: 'Only lib/voice/voice-client.ts talks to the voice SDK.',
  },
];

const inlineStyle = {
  selector: "JSXAttribute[name.name='style']",
  message: 'No inline styles: the content security policy forbids them.',
};
const processEnv = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Read the environment through lib/server/env.ts only.',
};

export default defineConfig([
  ...nextVitals,
  ...nextTypescript,
  globalIgnores(['**/.next*/**', '.data/**', 'coverage/**', 'test-results/**', 'next-env.d.ts']),
  {
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      eqeqeq: 'error',
    },
  },
  {
    files: ['app/**', 'components/**', 'lib/**', 'local/**', 'proxy.ts', 'instrumentation.ts'],
    rules: {
      'import/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones }],
      'no-restricted-imports': ['error', { patterns: oneFilePackages }],
      'no-restricted-syntax': ['error', inlineStyle, processEnv],
      'no-console': 'error',
    },
  },
  { files: ['app/**'], rules: { 'import/no-default-export': 'off' } },
  {
    files: ['components/**', 'lib/**'],
    rules: { 'import/no-default-export': 'error' },
  },
  {
    files: ['lib/server/supabase.ts', 'lib/voice/voice-client.ts'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['lib/server/env.ts', 'lib/server/site-url.ts', 'instrumentation.ts', 'local/**'],
    rules: { 'no-restricted-syntax': ['error', inlineStyle] },
  },
  { files: ['local/**', 'scripts/**', 'lib/server/log.ts'], rules: { 'no-console': 'off' } },
  // A Playwright fixture's `use` is no React hook.
  { files: ['e2e/**'], rules: { 'react-hooks/rules-of-hooks': 'off' } },
]);
