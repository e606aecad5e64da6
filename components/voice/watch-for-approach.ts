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
  let handle = 0;
  const wait = () => {
    // Safari has no idle callback.
    if (typeof window.requestIdleCallback === 'function') {
      handle = window.requestIdleCallback(onIdle, { timeout: 2_000 });
    } else {
      handle = window.setTimeout(onIdle, 200);
    }
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait);
  return () => {
    window.removeEventListener('load', wait);
    if (typeof window.cancelIdleCallback === 'function') window.cancelIdleCallback(handle);
    else clearTimeout(handle);
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
