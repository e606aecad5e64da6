const INTERACTIONS = ['click', 'keydown', 'scroll', 'pointermove'];

/** Waits for what a visitor does with the page; forever if `signal` aborts before. */
export async function waitForInteraction(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => {
    for (const type of INTERACTIONS)
      document.addEventListener(type, resolve, { signal, capture: true, once: true });
  });
}

/** Waits until the page has loaded, and then until the browser is idle: for 2 s at most. */
export async function waitUntilIdle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  await new Promise<void>((resolve) => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2_000 });
    else setTimeout(resolve, 200);
  });
}
