import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  entry: [
    'local/*.{ts,mjs}',
    'local/voice/main.ts',
    'local/alerts/main.ts',
    'app/**/page.fault.tsx',
    'proofs/databases/postgres-server.ts',
    'playwright.sdk.config.ts',
    'playwright.engines.config.ts',
    'playwright.container.config.ts',
    'e2e/container/{global-setup,*.spec}.ts',
    'e2e/engines/{global-setup,table-reporter}.ts',
    'e2e/engines/*.spec.ts',
    'e2e/engines/firefox-esr.mjs',
    'proofs/suite/build.ts',
    'scripts/build/check-brand.ts',
    'proofs/{policy,sdk-contract}/run.ts',
    'proofs/{brand,doctor,trust,vercel}/jest.config.mjs',
    'proofs/brand/brand.test.ts',
    'proofs/doctor/doctor.test.ts',
    'proofs/trust/*.test.ts',
    'proofs/vercel/{vercel.test.ts,launcher.mjs}',
    'e2e/sdk-contract/*.spec.ts',
    'e2e/sdk-contract/page/*.ts',
  ],
  project: ['**/*.{ts,tsx,mjs}'],
  // Programs of the machine. The embedded database's command and the HTML checker are started by their paths; the stylesheet imports
  // Tailwind.
  ignoreBinaries: ['java', 'apt-cache', 'caddy'],
  ignoreDependencies: ['@supabase/lite', 'tailwindcss', 'vnu-jar'],
};

export default config;
