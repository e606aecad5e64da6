import type { Instrumentation } from 'next';

/**
 * Runs once when a server starts. If settings or build are wrong, our own process ends, and a
 * serverless host refuses every request.
 */
export async function register(): Promise<void> {
  // Keep this exact check: Next removes the branch from the edge bundle.
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    if (process.env.NEXT_PHASE === 'phase-production-build') return;
    const { exitIfMisconfigured } = await import('@/lib/server/refuse-when-misconfigured');
    exitIfMisconfigured();
    const { startBackgroundJobs } = await import('@/lib/server/background-jobs');
    startBackgroundJobs();
  }
}

/** Next calls this for every error that it has caught, in a page or around a handler. */
export const onRequestError: Instrumentation.onRequestError = async (...report) => {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { reportRequestError } = await import('@/lib/server/failures');
    reportRequestError(...report);
  }
};
