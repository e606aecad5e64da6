import type { NextConfig } from 'next';
import { securityHeaders } from './lib/server/security-headers.ts';

const nextConfig: NextConfig = {
  typedRoutes: true,
  reactStrictMode: true,
  poweredByHeader: false,
  images: { unoptimized: true },
  // `next dev` would otherwise write instructions into the repository.
  agentRules: false,
  headers: async () => securityHeaders(process.env.SITE_URL),
  // Routes for tests (`page.fault.tsx`) are in no other build.
  ...(process.env.TEST_FAULT_ROUTE ? { pageExtensions: ['fault.tsx', 'tsx', 'ts'] } : {}),
  // One checkout can hold several builds (tests, local, production) without touching each other.
  ...(process.env.NEXT_DIST_DIR ? { distDir: process.env.NEXT_DIST_DIR } : {}),
};

export default nextConfig;
