/**
 * Keeps the screen on until the returned function is called. The browser drops the lock whenever the
 * page is hidden, so it is asked for again when the page comes back. Does nothing where unsupported.
 */
export function keepScreenOn(): () => void {
  let lock: WakeLockSentinel | null = null;
  let released = false;
  const request = async () => {
    if (released || document.visibilityState !== 'visible') return;
    try {
      const granted = await (navigator.wakeLock as WakeLock | undefined)?.request('screen');
      if (released) await granted?.release();
      else lock = granted ?? null;
    } catch {
      // Refused, for instance on low battery: the call matters more than the screen.
    }
  };
  const again = () => void request();
  document.addEventListener('visibilitychange', again);
  void request();
  return () => {
    released = true;
    document.removeEventListener('visibilitychange', again);
    lock?.release().catch(() => undefined);
    lock = null;
  };
}
