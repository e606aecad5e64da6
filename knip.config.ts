import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  entry: [
    'local/*.{ts,mjs}',
    'scripts/{build/build,test/build,test/main}.ts',
    'server/start.ts',
    'local/voice/main.ts',
    'app/**/page.fault.tsx',
    'e2e/container/{global-setup,*.spec}.ts',
    'e2e/engines/{global-setup,webkit.spec}.ts',
    'e2e/engines/firefox-esr.mjs',
    'scripts/tools/code-figures.mjs',
    'e2e/sdk-contract/page.ts',
  ],
  include: [
    'binaries',
    'cycles',
    'dependencies',
    'duplicates',
    'enumMembers',
    'exports',
    'files',
    'namespaceMembers',
    'types',
    'unlisted',
    'unresolved',
  ],
  rules: { cycles: 'error' },
  project: ['**/*.{ts,tsx,mjs}'],
  ignoreBinaries: ['java', 'apt-cache'],
  // The database and the HTML checker are started by path; the stylesheet imports Tailwind.
  ignoreDependencies: ['@supabase/lite', 'tailwindcss', 'vnu-jar'],
};

export default config;
