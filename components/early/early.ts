declare global {
  interface Window {
    /** Where Next looks for the page's data: a start mark, then text in React's own format. */
    __next_f?: ([0] | [1, string])[];
  }
}

/**
 * What a page can do before React runs, and what starts React. It goes into the page as its own source text, so it
 * may use nothing from outside its body; `lib/server/defer-hydration.mjs` sets aside what `wake` brings back.
 */
export function early(): void {
  const hasCommands = 'command' in HTMLButtonElement.prototype;

  const expand = (panel: Element, open: boolean) =>
    // Not in the markup: HTML forbids it beside `popovertarget`, which tells the same without script.
    document
      .querySelector(`[popovertarget="${panel.id}"]`)
      ?.setAttribute('aria-expanded', String(open));
  // A modal dialog makes the rest of the page inert, for which the browser looks at every element again: what is out of
  // sight is spared that, and keeps its room. A phone that is turned, or still scrolls, has something else in sight.
  let away: HTMLElement[] = [];
  const bringBack = () => {
    for (const part of away) part.style.contentVisibility = '';
  };
  for (const type of ['resize', 'scroll']) addEventListener(type, bringBack);
  document.addEventListener(
    // Not `toggle`: that one comes late, and until then the attribute would be wrong.
    'beforetoggle',
    ({ target, newState }) => {
      const open = newState === 'open';
      expand(target as Element, open);
      if (!(target instanceof HTMLDialogElement)) return;
      bringBack();
      if (!open) return;
      away = [...document.querySelectorAll<HTMLElement>('section,footer')].filter((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return top > innerHeight || bottom < 0;
      });
      for (const part of away) part.style.contentVisibility = 'hidden';
    },
    true,
  );

  document.addEventListener('click', ({ target }) => {
    const pressed = target instanceof Element && target.closest<HTMLElement>('a, button');
    if (!pressed) return;
    // Choosing a link closes the menu.
    if (pressed.matches('a')) pressed.closest<HTMLElement>('[popover]')?.hidePopover();
    // The call's first state: the widget finds the mark when it comes.
    if (pressed.matches('[data-waits]')) pressed.dataset.pressed = '';
    const id = pressed.getAttribute('commandfor');
    if (hasCommands || !id || pressed.matches(':disabled')) return;
    const dialog = document.getElementById(id) as HTMLDialogElement;
    if (pressed.getAttribute('command') === 'close') dialog.close();
    else if (!dialog.open) dialog.showModal();
  });

  /** Nothing stays pressed for good: not on a page that comes back, and not where no answer comes. */
  const release = () => {
    for (const pressed of document.querySelectorAll('[data-pressed]'))
      pressed.removeAttribute('data-pressed');
  };
  addEventListener('pagehide', release);
  // On the window, where React has had its say: what it sends itself never gets here as a post.
  addEventListener('submit', (event) => {
    const { submitter, defaultPrevented } = event;
    if (!submitter || defaultPrevented) return;
    // The browser would post the same form once more.
    if ('pressed' in submitter.dataset) return event.preventDefault();
    submitter.dataset.pressed = '';
    setTimeout(() => submitter.removeAttribute('data-pressed'), 5e3);
  });

  const inert = () => [
    ...document.querySelectorAll<HTMLScriptElement>('script[type="text/x-deferred"]'),
  ];
  // Not with `fetch`: that keeps the main thread busy just when the first visitors tap.
  const fetchAhead = ({ src = '' }: DOMStringMap, rel = 'prefetch') => {
    const link = document.createElement('link');
    // Safari has no prefetch. Firefox holds one against the policy's `default-src`, which is closed, and says so in its
    // console for every file; a preload falls under `script-src`. Everywhere else a prefetch is right: Chromium warns of
    // preloads that nobody uses.
    const prefetches = link.relList.supports('prefetch') && !navigator.userAgent.includes('Gecko/');
    link.rel = prefetches ? rel : 'preload';
    link.as = 'script';
    link.href = src;
    // An old Chromium refuses it as Firefox does.
    link.onerror = () => link.rel === 'prefetch' && fetchAhead({ src }, 'preload');
    document.head.append(link);
  };
  /** @returns whether the script ran; one that did not come waits again */
  const bring = (held: HTMLScriptElement) =>
    new Promise<boolean>((ran) => {
      const script = document.createElement('script');
      script.src = held.dataset.src ?? '';
      script.onload = () => ran(true);
      script.onerror = () => {
        script.replaceWith(held);
        ran(false);
      };
      held.replaceWith(script);
    });
  let pause = 500;
  const wake = async () => {
    const held = inert();
    // It starts React, which replaces the whole page by an error should one of the others be missing.
    const runtime = held.find(({ dataset }) => dataset.src?.includes('/turbopack-'));
    const others = held.filter((script) => script !== runtime);
    if (others[0] && runtime) fetchAhead(runtime.dataset, 'preload');
    const ran = await Promise.all((others[0] ? others : held).map(bring));
    if (ran.includes(false)) {
      // Until then the form posts by itself.
      setTimeout(wake, (pause *= 2));
      if (pause > 4e3) release();
    } else if (others[0]) void wake();
  };
  const begin = () => {
    if (document.readyState === 'loading')
      return document.addEventListener('DOMContentLoaded', begin, { once: true });
    for (const type of intents) document.removeEventListener(type, intent, true);
    const data = document.querySelector<HTMLScriptElement>('script[type="text/x-component"]');
    if (!data) return;
    (window.__next_f ??= []).push([0], [1, data.text]);
    data.remove();
    void wake();
  };
  // The frame that answers the visitor comes first.
  const intent = () => requestAnimationFrame(() => setTimeout(begin));
  // No press before it is a click: the scripts would come between the two.
  const intents = ['click', 'keydown', 'focusin', 'scroll', 'pointermove'];
  for (const type of intents) document.addEventListener(type, intent, true);

  document.addEventListener('DOMContentLoaded', () => {
    // One that was opened early says so already.
    for (const button of document.querySelectorAll('[popovertarget]:not([aria-expanded])'))
      button.setAttribute('aria-expanded', 'false');
  });
  addEventListener('load', () => {
    if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
    const all = () => inert().forEach(({ dataset }) => fetchAhead(dataset));
    const idle = () => {
      if ('requestIdleCallback' in window) requestIdleCallback(all);
      // Safari
      else setTimeout(all, 200);
    };
    // A load may be over before anything is painted; the picture comes first.
    requestAnimationFrame(() => requestAnimationFrame(idle));
  });
}
