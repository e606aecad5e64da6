import type { PartName } from './parts';

/** What a change of some files needs, besides the unit tests that import them. */
export interface Concern {
  /** Files and folders; `*` stands for a part of a file's name. */
  paths: string[];
  /** Unit tests that read these files without importing them, in `__tests__`. */
  unit?: string[];
  /** Browser tests, in `e2e`; those that were changed themselves run anyway. */
  browser?: string[];
  /** Parts of `npm test`; `all` for the whole of it. */
  parts?: (PartName | 'all')[];
}

/** What `npm test -- changed` adds for a change of these files (docs/testing.md). */
export const CONCERNS: Concern[] = [
  { paths: ['lib/call', 'components/call'], browser: ['call'] },
  { paths: ['lib/contact'], browser: ['contact'], parts: ['database', 'parsers'] },
  { paths: ['components/contact'], browser: ['contact'], parts: ['weight'] },
  { paths: ['lib/outreach', 'components/outreach', 'app/(personal)'], browser: ['outreach'] },
  {
    paths: ['lib/content', 'lib/services.ts', 'app/(en)'],
    browser: ['landing'],
    parts: ['weight'],
  },
  { paths: ['lib/retention.ts'], browser: ['landing', 'outreach'] },
  {
    paths: ['lib/language.ts', 'lib/content/call-*.ts', 'lib/content/personal-*.ts'],
    browser: ['landing', 'call', 'outreach'],
  },
  { paths: ['components/landing'], browser: ['landing', 'accessibility'], parts: ['weight'] },
  { paths: ['components/ui', 'components/typing'], parts: ['browser'] },
  { paths: ['app/styles', 'app/globals.css', 'app/fonts'], unit: ['app'], parts: ['browser'] },
  {
    paths: ['components/page-script', 'lib/page-protocol.ts', 'lib/deadline.ts'],
    parts: ['browser'],
  },
  { paths: ['components/analytics', 'lib/analytics'], browser: ['ops'], parts: ['weight'] },
  { paths: ['app'], browser: ['landing/findability.spec.ts', 'serving'] },
  { paths: ['app/api', 'lib/api.ts'], unit: ['app/api'], parts: ['trust', 'alerts'] },
  { paths: ['lib/server'], browser: ['ops'], parts: ['database', 'trust', 'alerts'] },
  {
    paths: ['supabase'],
    unit: ['scripts/db', 'scripts/ops/doctor'],
    parts: ['database', 'doctor', 'trust', 'alerts'],
  },
  { paths: ['server', 'scripts/build', 'next.config.ts'], parts: ['browser', 'trust'] },
  { paths: ['lib/site', 'proxy.ts', 'instrumentation.ts'], parts: ['browser', 'trust'] },
  { paths: ['lib/settings', 'lib/server/env.ts', 'vercel.json'], parts: ['vercel'] },
  { paths: ['.env.example', 'docs/configuration.md'], unit: ['lib/settings'] },
  { paths: ['scripts/watch-parent.mjs'], parts: ['lifecycle'] },
  { paths: ['local'], unit: ['local'], browser: ['call'], parts: ['lifecycle'] },
  { paths: ['scripts/ops'], unit: ['scripts/ops'], parts: ['doctor', 'database'] },
  { paths: ['scripts/db'], unit: ['scripts/db'], parts: ['database'] },
  { paths: ['scripts/brand', 'public'], unit: ['scripts/brand'], browser: ['landing'] },
  { paths: ['scripts/bench'], parts: ['weight'] },
  { paths: ['scripts/test', 'scripts/tools'], unit: ['scripts/test'] },
  { paths: ['eslint.config.mjs', 'scripts/lint'], unit: ['import-zones.test.ts'], parts: ['lint'] },
  { paths: ['knip.config.ts'], parts: ['dead-code'] },
  { paths: ['prettier.config.mjs', '.prettierignore', '.editorconfig'], parts: ['format'] },
  { paths: ['playwright.config.ts', 'e2e/support'], parts: ['browser'] },
  { paths: ['package.json', 'package-lock.json', '.npmrc', '.nvmrc'], parts: ['all'] },
  { paths: ['jest.config.mjs', 'tsconfig.json', 'postcss.config.mjs'], parts: ['all'] },
  { paths: ['scripts/install.mjs', 'scripts/npm.mjs', 'scripts/start.mjs'], parts: ['lifecycle'] },
  { paths: ['Dockerfile', 'compose.yaml', 'Caddyfile', '.dockerignore'], parts: ['container'] },
  {
    paths: ['lib/call/sdk', 'lib/call/transcript', 'lib/outreach', 'lib/server/http'],
    parts: ['parsers'],
  },
  { paths: ['__tests__/parsers.test.ts'], parts: ['parsers'] },
  { paths: ['__tests__/attacks'], parts: ['trust', 'alerts'] },
  { paths: ['__tests__/contract', '__tests__/support'], parts: ['database'] },
  { paths: ['__tests__/doctor'], parts: ['doctor'] },
  { paths: ['__tests__/vercel'], parts: ['vercel'] },
  { paths: ['__tests__/brand'], parts: ['brand'] },
  { paths: ['__tests__/local'], parts: ['lifecycle'] },
  { paths: ['e2e/engines'], parts: ['journeys'] },
  { paths: ['e2e/container'], parts: ['container'] },
];

/** Unit tests that read the whole repository. */
export const READ_EVERYTHING = [
  'docs.test.ts',
  'import-circles.test.ts',
  'line-ends.test.ts',
  'supply-chain.test.ts',
];

export const isIn = (file: string, paths: string[]) =>
  paths.some((path) => {
    const [start = '', end] = path.split('*');
    if (end !== undefined) return file.startsWith(start) && file.endsWith(end);
    return file === path || file.startsWith(`${path}/`);
  });
