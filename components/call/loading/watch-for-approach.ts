function whenNear(element: Element, onApproach: () => void): () => void {
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

function whenIdle(onIdle: () => void): () => void {
  let stopped = false;
  const tell = () => {
    if (!stopped) onIdle();
  };
  const wait = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(tell, { timeout: 2_000 });
    // Safari
    else setTimeout(tell, 200);
  };
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait);
  return () => {
    stopped = true;
  };
}

/**
 * Calls back when the element's code should be fetched.
 *
 * @param when `near`: its section is within one viewport, or the focus enters it; `idle`: the page has loaded and is idle
 * @returns a function that stops watching
 */
export function watchForApproach(
  element: Element,
  when: 'near' | 'idle',
  onApproach: () => void,
): () => void {
  return when === 'near' ? whenNear(element, onApproach) : whenIdle(onApproach);
}
