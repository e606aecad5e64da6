/** Rejects play() as an autoplay policy does, until the next press or key, or the call's end. */
export function blockPlayback(callEnd: AbortSignal): void {
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
  callEnd.addEventListener('abort', unblock, { signal });
}
