import { INTERACTIONS } from '@/lib/page-protocol';
import { forgetPresses } from './mark-presses';

const FIRST_RETRY_DELAY_MS = 1_000;
/** The next one is so late that a call would start unexpectedly. */
const RETRIES_BEFORE_FORGETTING = 3;

/** Hydrates the page at the first interaction. Retries with backoff what fails to load. */
export function hydrateOnInteraction(): void {
  let retries = 0;
  const loadAll = async () => {
    const deferred = [...document.querySelectorAll<HTMLScriptElement>('[type="text/x-deferred"]')];
    // Turbopack's runtime starts React. It must run last: without a chunk, React would render an
    // error. If Next names it in a new way, all scripts load at once.
    const runtime = deferred.find(({ dataset }) => dataset.src?.includes('/turbopack-'));
    const chunks = deferred.filter((placeholder) => placeholder !== runtime);
    if (chunks[0] && runtime) {
      const preload = { rel: 'preload', as: 'script', href: runtime.dataset.src };
      document.head.append(Object.assign(document.createElement('link'), preload));
    }
    const loaded = await Promise.all(chunks.map(loadScript));
    if (!loaded.includes(false) && (!runtime || (await loadScript(runtime)))) return;
    setTimeout(loadAll, FIRST_RETRY_DELAY_MS * 2 ** retries);
    if (retries >= RETRIES_BEFORE_FORGETTING) forgetPresses();
    retries += 1;
  };

  const hydrate = () => {
    if (document.readyState === 'loading')
      return document.addEventListener('DOMContentLoaded', hydrate);
    for (const type of interactions) document.removeEventListener(type, onInteraction, true);
    const payloadBlock = document.querySelector<HTMLScriptElement>('[type="text/x-component"]');
    if (!payloadBlock) return;
    (window.__next_f ??= []).push([0], [1, payloadBlock.text]);
    payloadBlock.remove();
    void loadAll();
  };
  // The browser paints its response to the interaction first.
  const onInteraction = () => requestAnimationFrame(() => setTimeout(hydrate));
  // `hydrate` is an event of our own scripts.
  const interactions = [...INTERACTIONS, 'hydrate'];
  for (const type of interactions) document.addEventListener(type, onInteraction, true);
}

/** Replaces a data block by its script. Resolves to whether it was loaded; if not, it is back. */
function loadScript(placeholder: HTMLScriptElement): Promise<boolean> {
  return new Promise((loaded) => {
    const script = document.createElement('script');
    script.src = placeholder.dataset.src ?? '';
    script.onload = () => loaded(true);
    script.onerror = () => {
      script.replaceWith(placeholder);
      loaded(false);
    };
    placeholder.replaceWith(script);
  });
}
