function watchUntilNear(element: Element, onApproach: () => void): () => void {
  const section = element.closest('section') ?? element;
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) onApproach();
    },
    { rootMargin: '100% 0px' },
  );
  observer.observe(section);
  section.addEventListener('focusin', onApproach);
  return () => {
    observer.disconnect();
    section.removeEventListener('focusin', onApproach);
  };
}

function waitUntilIdle(onIdle: () => void): () => void {
  let isStopped = false;
  const notifyIfWatching = () => {
    if (!isStopped) onIdle();
  };
  const waitForIdle = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(notifyIfWatching, { timeout: 2_000 });
    // Safari has no requestIdleCallback.
    else setTimeout(notifyIfWatching, 200);
  };
  if (document.readyState === 'complete') waitForIdle();
  else addEventListener('load', waitForIdle);
  return () => {
    isStopped = true;
  };
}

/**
 * Calls back when the element's section is within one viewport or gets the focus (`near`), or when
 * the page has loaded and is idle (`idle`). Returns a function that stops watching.
 */
export function watchForApproach(
  element: Element,
  when: 'near' | 'idle',
  onApproach: () => void,
): () => void {
  return when === 'near' ? watchUntilNear(element, onApproach) : waitUntilIdle(onApproach);
}
