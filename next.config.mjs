import { builtInSettings } from './lib/server/built-in-settings.mjs';
import { securityHeaders } from './lib/server/security-headers.mjs';

// JavaScript, so that production needs no compiler to read it.

/** @type {import('next').NextConfig} */
const nextConfig = {
  typedRoutes: true,
  reactStrictMode: true,
  poweredByHeader: false,
  images: { unoptimized: true },
  // Else Next may send the title and other metadata after the head, in the body, to all but some bots.
  htmlLimitedBots: /.*/,
  experimental: {
    // The framework in one file, the same for every page: fewer requests and better compression.
    turbopackChunking: { minChunkSize: 1_000_000, maxMergeChunkSize: 2_000_000 },
    // No page is rendered again, so there is nothing to write beside the build, which may lie on a read-only disk.
    isrFlushToDisk: false,
  },
  // `next dev` would otherwise write instructions into the repository.
  agentRules: false,
  headers: async () => securityHeaders(process.env.SITE_URL, builtInSettings(process.env).HSTS),
  // Routes for tests only (`page.fault.tsx`).
  ...(process.env.TEST_FAULT_ROUTE ? { pageExtensions: ['fault.tsx', 'tsx', 'ts'] } : {}),
  // So that builds for tests, local use and production do not overwrite each other.
  ...(process.env.NEXT_DIST_DIR ? { distDir: process.env.NEXT_DIST_DIR } : {}),
};

export default nextConfig;
