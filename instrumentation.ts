/** Runs once when a server starts, before the first request; refuses to go on with settings that cannot work. */
export async function register(): Promise<void> {
  // In this form the import is left out of builds for a runtime that has no processes.
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    // Building needs no settings.
    if (process.env.NEXT_PHASE === 'phase-production-build') return;
    const { requireSettings } = await import('@/lib/server/startup');
    requireSettings(process.env);
    const { deferResponses } = await import('@/lib/server/defer-responses');
    const { env } = await import('@/lib/server/env');
    const { sendCopies } = await import('@/lib/server/compressed-copies');
    const { NODE_ENV, NEXT_DIST_DIR } = env();
    deferResponses(NEXT_DIST_DIR);
    // The development server renders anew what an earlier build has left.
    if (NODE_ENV === 'production') sendCopies(NEXT_DIST_DIR);
  }
}
