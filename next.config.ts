import { join } from 'node:path';
import type { NextConfig } from 'next';
import { buildSecurityHeaders } from './lib/site/security-headers';

const nextConfig: NextConfig = {
  typedRoutes: true,
  reactStrictMode: true,
  poweredByHeader: false,
  images: { unoptimized: true },
  // proxy.ts redirects with the query as it was sent and with its headers, and must know a payload
  // for React.
  skipProxyUrlNormalize: true,
  skipTrailingSlashRedirect: true,
  // Disables streaming metadata, because the title belongs in the head for all clients.
  htmlLimitedBots: /.*/,
  experimental: {
    // A single framework chunk means fewer requests and better compression.
    turbopackChunking: { minChunkSize: 1_000_000, maxMergeChunkSize: 2_000_000 },
    // The build may be on a read-only disk.
    isrFlushToDisk: false,
  },
  turbopack: {
    rules: {
      '*.script.ts': {
        loaders: [join(process.cwd(), 'scripts/build/inline-script-loader.mjs')],
        as: '*.js',
      },
    },
  },
  // `npm test` checks the types in a part of its own.
  typescript: { ignoreBuildErrors: Boolean(process.env.SKIP_TYPE_CHECK) },
  // `next dev` would write instructions for agents into the repository.
  agentRules: false,
  headers: async () => buildSecurityHeaders(process.env.SITE_URL, process.env.HSTS || undefined),
  // Routes that exist for tests only are files like `page.fault.tsx`.
  pageExtensions: process.env.TEST_FAULT_ROUTE ? ['fault.tsx', 'tsx', 'ts'] : ['tsx', 'ts'],
  // Builds for tests, local use and production must not overwrite each other.
  distDir: process.env.NEXT_DIST_DIR || '.next',
};

export default nextConfig;
