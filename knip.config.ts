import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  entry: [
    'scripts/*.{ts,mjs}',
    'local/*.{ts,mjs}',
    'local/voice/main.ts',
    'e2e/**/*.spec.ts',
    '__tests__/**/*.test.{ts,tsx}',
  ],
  project: ['**/*.{ts,tsx,mjs}'],
};

export default config;
