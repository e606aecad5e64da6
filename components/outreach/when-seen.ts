/** How long a page has to be visible at a stretch to count as seen. */
const SEEN_MS = 2000;

const isShown = () =>
  document.visibilityState === 'visible' &&
  !('prerendering' in document && document.prerendering === true);

/**
 * Calls `tell` once, when a person has seen the page: after two seconds in view, or at the first press or key.
 * Pages that are only previewed, prefetched or prerendered never get that far.
 *
 * @returns stops waiting
 */
export function whenSeen(tell: () => void): () => void {
  const waiting = new AbortController();
  const { signal } = waiting;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const stop = () => {
    clearTimeout(timer);
    waiting.abort();
  };
  const seen = () => {
    stop();
    tell();
  };
  const look = () => {
    clearTimeout(timer);
    if (isShown()) timer = setTimeout(seen, SEEN_MS);
  };
  for (const change of ['visibilitychange', 'prerenderingchange']) {
    document.addEventListener(change, look, { signal });
  }
  for (const input of ['pointerdown', 'keydown']) {
    document.addEventListener(input, seen, { signal, capture: true, passive: true });
  }
  look();
  return stop;
}
