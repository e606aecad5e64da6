import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  // Next finds global-not-found by its name, which knip does not know yet.
  entry: [
    'app/global-not-found.tsx',
    'scripts/*.{ts,mjs}',
    'local/*.{ts,mjs}',
    'local/voice/main.ts',
    'app/**/page.fault.tsx',
    '__tests__/contract/postgres-server.ts',
    'playwright.sdk.config.ts',
    'playwright.engines.config.ts',
    'e2e/engines/{global-setup,table-reporter}.ts',
    'e2e/engines/*.spec.ts',
    'e2e/engines/firefox-esr.mjs',
    'jest.mutants.config.mjs',
    'scripts/test/build.ts',
    'e2e/sdk-contract/*.spec.ts',
    'e2e/sdk-contract/page/*.ts',
  ],
  project: ['**/*.{ts,tsx,mjs}'],
  // Programs of the machine. The embedded database's command and the HTML checker are started by their paths; the
  // stylesheet imports Tailwind.
  ignoreBinaries: ['java', 'apt-cache'],
  ignoreDependencies: ['@supabase/lite', 'tailwindcss', 'vnu-jar'],
};

export default config;
