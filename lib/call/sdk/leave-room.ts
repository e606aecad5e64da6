import type { VoiceSdk } from './voice-sdk';

const POLL_INTERVAL_MS = 10;
const SDK_CLEANUP_TIMEOUT_MS = 500;
/** A call machine that takes longer to leave counts as hung. */
const LEAVE_TIMEOUT_MS = 400;
const HUNG_LEAVE_TIMEOUT_MS = 1_500;

async function pollUntil(condition: () => boolean, timeoutMs: number): Promise<void> {
  for (let waited = 0; !condition() && waited < timeoutMs; waited += POLL_INTERVAL_MS) {
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}

/** Resolves within about two seconds. `sdk`: the SDK cleans up; doing it twice would hang. */
export async function leaveRoom(
  sdk: Pick<VoiceSdk, 'getDailyCallObject' | 'stop'>,
  closedBy: 'us' | 'sdk',
): Promise<void> {
  const isGone = () => sdk.getDailyCallObject() === null;
  if (closedBy === 'sdk') await pollUntil(isGone, SDK_CLEANUP_TIMEOUT_MS);
  if (isGone()) return;
  let isStopped = false;
  const handleStopped = () => {
    isStopped = true;
  };
  sdk.stop().then(handleStopped, handleStopped);
  // stop() never settles if the SDK is cleaning up at the same time, but then the room disappears.
  const hasLeft = () => isStopped || isGone();
  await pollUntil(hasLeft, LEAVE_TIMEOUT_MS);
  if (hasLeft()) return;
  // A hung call machine never reports that it has left, and the SDK would refuse every later call
  // as a duplicate. So we send the report for it.
  const message = { what: 'iframe-call-message', from: 'embedded', action: 'left-meeting' };
  window.postMessage(message, window.location.origin);
  await pollUntil(hasLeft, HUNG_LEAVE_TIMEOUT_MS);
}
