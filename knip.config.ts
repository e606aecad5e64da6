import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  entry: [
    'scripts/*.{ts,mjs}',
    'local/*.{ts,mjs}',
    'e2e/**/*.spec.ts',
    'app/**/page.fault.tsx',
    '__tests__/**/*.test.{ts,tsx}',
    '__tests__/contract/postgres-server.ts',
  ],
  project: ['**/*.{ts,tsx,mjs}'],
};

export default config;
