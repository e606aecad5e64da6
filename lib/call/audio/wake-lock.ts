export function keepScreenOn(): () => void {
  let lock: WakeLockSentinel | null = null;
  let isReleased = false;
  const request = async () => {
    if (isReleased || document.visibilityState !== 'visible') return;
    try {
      const granted = await navigator.wakeLock.request('screen');
      if (isReleased) await granted.release();
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
    isReleased = true;
    document.removeEventListener('visibilitychange', requestAgain);
    lock?.release().catch(() => undefined);
    lock = null;
  };
}
