/** Runs once when a server starts, before the first request. Ends the process when the settings are wrong. */
export async function register(): Promise<void> {
  // In this form, builds for the edge runtime leave out the imports.
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
    // The development server renders pages anew; the copies are of an earlier build.
    if (NODE_ENV === 'production') sendCopies(NEXT_DIST_DIR);
  }
}
