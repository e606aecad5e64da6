import { INTERACTIONS } from '@/lib/page-protocol';

/** Hydrates the page at the first interaction; `onSlow` runs when three retries have failed. */
export function hydrateOnInteraction(onSlow: () => void): void {
  /** Resolves to whether the script was loaded. */
  const loadScript = (placeholder: HTMLScriptElement) =>
    new Promise<boolean>((loaded) => {
      const script = document.createElement('script');
      script.src = placeholder.dataset.src!;
      script.onload = () => loaded(true);
      script.onerror = () => {
        script.replaceWith(placeholder);
        loaded(false);
      };
      placeholder.replaceWith(script);
    });

  let delayMs = 500;
  const loadAll = async () => {
    const deferred = [...document.querySelectorAll<HTMLScriptElement>('[type="text/x-deferred"]')];
    // The runtime starts React. It must run last: without a chunk, React would render an error.
    const runtime = deferred.find(({ dataset }) => dataset.src?.includes('/turbopack-'));
    const chunks = deferred.filter((placeholder) => placeholder !== runtime);
    if (chunks[0] && runtime) {
      const preload = { rel: 'preload', as: 'script', href: runtime.dataset.src };
      document.head.append(Object.assign(document.createElement('link'), preload));
    }
    const loaded = await Promise.all(chunks.map(loadScript));
    if (!loaded.includes(false) && (!runtime || (await loadScript(runtime)))) return;
    setTimeout(loadAll, (delayMs *= 2));
    if (delayMs > 4_000) onSlow();
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
