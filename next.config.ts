import type { NextConfig } from 'next';
import { securityHeaders } from './lib/server/security-headers.ts';

const nextConfig: NextConfig = {
  typedRoutes: true,
  reactStrictMode: true,
  poweredByHeader: false,
  images: { unoptimized: true },
  // The framework in one file, the same for every page: fewer requests, and it packs better.
  experimental: { turbopackChunking: { minChunkSize: 1_000_000, maxMergeChunkSize: 2_000_000 } },
  // `next dev` would otherwise write instructions into the repository.
  agentRules: false,
  headers: async () => securityHeaders(process.env.SITE_URL),
  // Routes for tests (`page.fault.tsx`) are in no other build.
  ...(process.env.TEST_FAULT_ROUTE ? { pageExtensions: ['fault.tsx', 'tsx', 'ts'] } : {}),
  // One checkout can hold several builds (tests, local, production) without touching each other.
  ...(process.env.NEXT_DIST_DIR ? { distDir: process.env.NEXT_DIST_DIR } : {}),
};

export default nextConfig;
