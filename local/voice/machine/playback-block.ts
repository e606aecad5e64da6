/**
 * Refuses play() the way a browser's autoplay policy does, until the next press or key. The original
 * comes back with that gesture, or when the call is over.
 */
export function blockPlayback(over: AbortSignal): void {
  const { prototype } = HTMLMediaElement;
  const { play } = prototype;
  const unblocked = new AbortController();
  const unblock = () => {
    if (unblocked.signal.aborted) return;
    unblocked.abort();
    prototype.play = play;
  };
  prototype.play = () =>
    Promise.reject(
      new DOMException(
        "play() failed because the user didn't interact with the document first.",
        'NotAllowedError',
      ),
    );
  const { signal } = unblocked;
  for (const gesture of ['pointerdown', 'keydown']) {
    window.addEventListener(gesture, unblock, { capture: true, signal });
  }
  over.addEventListener('abort', unblock, { signal });
}
