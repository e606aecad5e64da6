import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  entry: [
    'local/*.{ts,mjs}',
    'local/voice/main.ts',
    'local/alerts/main.ts',
    'app/**/page.fault.tsx',
    'test-support/databases/postgres-server.ts',
    'e2e/container/{global-setup,*.spec}.ts',
    'e2e/engines/{global-setup,table-reporter}.ts',
    'e2e/engines/*.spec.ts',
    'e2e/engines/firefox-esr.mjs',
    '__tests__/contract/schema-types.ts',
    'test-support/{code-figures,runner/node-versions}.mjs',
    'test-support/runner/build.ts',
    'scripts/build/check-brand.ts',
    'test-support/sdk-contract/run.ts',
    '{attacks,deployment-tests/*}/jest.config.mjs',
    'attacks/*.test.ts',
    'deployment-tests/vercel/{vercel.test.ts,launcher.mjs}',
    'e2e/sdk-contract/*.spec.ts',
    'e2e/sdk-contract/page/*.ts',
  ],
  project: ['**/*.{ts,tsx,mjs}'],
  ignoreBinaries: ['java', 'apt-cache', 'caddy'],
  // The database and the HTML checker are started by path; the stylesheet imports Tailwind.
  ignoreDependencies: ['@supabase/lite', 'tailwindcss', 'vnu-jar'],
};

export default config;
