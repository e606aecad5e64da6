/** What is counted and offered, the languages and the error codes. */
const basis = [
  'lib/analytics',
  'lib/api.ts',
  'lib/deadline.ts',
  'lib/language.ts',
  'lib/retention.ts',
  'lib/services.ts',
];
const shared = ['lib/content', ...basis];
const features = ['lib/call', 'lib/contact', 'lib/outreach'];
/** How the site is set up, built and served, for Next's half and for what is around it. */
const site = ['lib/settings', 'lib/site'];

const componentBasis = [
  'components/typing',
  'components/ui',
  'lib/kept-link.ts',
  'lib/page-protocol.ts',
  ...shared,
  ...features,
];
const callBasis = ['lib/call/types.ts', 'lib/call/failures.ts', 'lib/call/requests.ts', ...basis];
const serverBasis = ['lib/server/env.ts', 'lib/server/log', 'lib/server/shared-state.ts', ...site];
const serverTools = [
  'lib/server/crypto.ts',
  'lib/server/database',
  'lib/server/http',
  ...serverBasis,
  ...shared,
  ...features,
];
const product = ['app', 'components', 'lib', 'local', 'scripts', 'server', 'supabase'];

/**
 * Who may import whom: each folder or file imports its own files, packages, and what is listed.
 * Where a folder and one above it are listed, both lists hold. `__tests__/import-zones.test.ts`
 * checks that violations fail, `knip.config.ts` that there are no circles.
 */
const allowedImports = {
  app: ['components', 'lib'],
  'components/analytics': componentBasis,
  'components/call': componentBasis,
  'components/contact': componentBasis,
  'components/landing': ['components/contact/open-contact-button.tsx', ...componentBasis],
  'components/outreach': componentBasis,
  'components/page-script': componentBasis,
  'components/typing': ['components/ui'],
  'components/ui': [],
  lib: [],
  'lib/analytics': [],
  'lib/api.ts': ['lib/analytics'],
  'lib/content': [
    'lib/api.ts',
    'lib/call',
    'lib/contact/fields.ts',
    'lib/language.ts',
    'lib/retention.ts',
    'lib/services.ts',
  ],
  'lib/settings': ['lib/outreach/assistant-id.ts'],
  'lib/site': ['lib/outreach/mangled-links.ts', 'lib/settings'],
  'lib/outreach': ['lib/language.ts'],
  'lib/contact': shared,
  'lib/contact/schema.ts': [
    'lib/contact/email.ts',
    'lib/contact/fields.ts',
    'lib/content/contact-en.ts',
    'lib/services.ts',
  ],
  'lib/call': [...basis, 'lib/outreach'],
  'lib/call/store.ts': [],
  'lib/call/failures.ts': ['lib/api.ts'],
  'lib/call/types.ts': ['lib/call/failures.ts', ...basis],
  'lib/call/audio': ['lib/call/store.ts', ...callBasis],
  'lib/call/sdk': ['lib/call/audio', 'lib/call/ended-reason.ts', 'lib/call/store.ts', ...callBasis],
  'lib/call/transcript': [...callBasis, 'lib/outreach'],
  'lib/call/session': ['lib/call', ...basis],
  'lib/server': [...shared, ...features, ...site],
  'lib/server/env.ts': ['lib/settings'],
  'lib/server/log': [],
  'lib/server/crypto.ts': serverBasis,
  'lib/server/database': [
    // An outage is told without the database.
    'lib/server/notify/alert-channels.ts',
    'lib/server/notify/alert-messages.ts',
    ...serverBasis,
    ...shared,
  ],
  'lib/server/http': serverTools,
  'lib/server/analytics': serverTools,
  'lib/server/outreach': ['lib/server/notify', ...serverTools],
  'lib/server/notify': serverTools,
  'lib/server/failures.ts': ['lib/server/notify', ...serverTools],
  'lib/server/contact': ['lib/server/notify', ...serverTools],
  'lib/server/call': ['lib/server/failures.ts', 'lib/server/outreach', ...serverTools],
  server: ['lib/server/shared-state.ts', ...site],
  local: [
    'lib/settings',
    'lib/site/files.ts',
    'scripts/build',
    'scripts/install.mjs',
    'scripts/watch-parent.mjs',
    ...shared,
    ...features,
  ],
  scripts: product,
  'scripts/build': [
    'components',
    'lib',
    'scripts/brand',
    'scripts/install.mjs',
    'scripts/npm.mjs',
    'server',
  ],
  'scripts/ops': ['lib'],
  'scripts/brand': ['lib/content', 'scripts/tools'],
  'scripts/db': ['scripts/tools'],
  'scripts/lint': [],
  'scripts/tools': [],
  __tests__: [...product, 'instrumentation.ts', 'jest.config.mjs', 'next.config.ts', 'proxy.ts'],
  e2e: ['__tests__/attacks', '__tests__/lib/call/sdk', '__tests__/support', ...product],
};

/** The same for `import/no-restricted-paths`. */
export const importZones = Object.entries(allowedImports).map(([path, allowed]) => ({
  target: `./${path}`,
  from: '.',
  except: [...new Set(['node_modules', path, ...allowed])].map((each) => `./${each}`),
  message: `${path} imports only ${allowed.join(', ') || 'packages'} and its own files.`,
}));
