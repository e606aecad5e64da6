/** Keeps the screen on until the returned function is called, if the browser can. */
export function keepScreenOn(): () => void {
  let lock: WakeLockSentinel | null = null;
  let released = false;
  const request = async () => {
    if (released || document.visibilityState !== 'visible') return;
    try {
      const granted = await navigator.wakeLock.request('screen');
      if (released) await granted.release();
      else lock = granted;
    } catch {
      // Unsupported, or refused on low battery. The call continues without it.
    }
  };
  // A hidden page loses the lock.
  const requestAgain = () => void request();
  document.addEventListener('visibilitychange', requestAgain);
  void request();
  return () => {
    released = true;
    document.removeEventListener('visibilitychange', requestAgain);
    lock?.release().catch(() => undefined);
    lock = null;
  };
}
