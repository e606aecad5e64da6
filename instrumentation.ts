/** Runs once when a server starts, before the first request; refuses to go on with settings that cannot work. */
export async function register(): Promise<void> {
  // Without this check the code below would also be built for a runtime that has no processes.
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  // Building needs no settings.
  if (process.env.NEXT_PHASE === 'phase-production-build') return;
  const { checkSettings } = await import('@/lib/server/startup');
  if (!checkSettings(process.env)) process.exit(1);
}
