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
  document.addEventListener(
    // Not `toggle`: that one comes late, and until then the attribute would be wrong.
    'beforetoggle',
    ({ target, newState }) => {
      const open = newState === 'open';
      expand(target as Element, open);
      if (!(target instanceof HTMLDialogElement)) return;
      // A modal dialog makes the rest of the page inert, for which the browser looks at every element again: what is
      // out of sight is spared that, and keeps its room.
      const parts = [...document.querySelectorAll<HTMLElement>('section,footer')].filter((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return !open || top > innerHeight || bottom < 0;
      });
      for (const part of parts) part.style.contentVisibility = open ? 'hidden' : '';
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

  const inert = () =>
    document.querySelectorAll<HTMLScriptElement>('script[type="text/x-deferred"]');
  const wake = () => {
    if (document.readyState === 'loading')
      return document.addEventListener('DOMContentLoaded', wake, { once: true });
    for (const type of intents) document.removeEventListener(type, intent, true);
    const data = document.querySelector<HTMLScriptElement>('script[type="text/x-component"]');
    if (data) (window.__next_f ??= []).push([0], [1, data.text]);
    data?.remove();
    for (const held of inert()) {
      const script = document.createElement('script');
      script.src = held.dataset.src ?? '';
      script.onerror = () => {
        // What did not come is asked for again at the next sign of intent; until then the form posts by itself.
        script.replaceWith(held);
        listen();
      };
      held.replaceWith(script);
    }
  };
  // The frame that answers the visitor comes first.
  const intent = () => requestAnimationFrame(() => setTimeout(wake));
  // No press before it is a click: the scripts would come between the two.
  const intents = ['click', 'keydown', 'focusin', 'scroll', 'pointermove'];
  const listen = () => {
    for (const type of intents) document.addEventListener(type, intent, true);
  };

  document.addEventListener('DOMContentLoaded', () => {
    for (const panel of document.querySelectorAll('[popover]'))
      expand(panel, panel.matches(':popover-open'));
  });
  listen();
  addEventListener('load', () => {
    if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
    // Safari has neither prefetch nor idle callbacks.
    const fetchAhead = () => {
      for (const { dataset } of inert()) {
        const link = document.createElement('link');
        link.rel = link.relList.supports('prefetch') ? 'prefetch' : 'preload';
        link.as = 'script';
        link.href = dataset.src ?? '';
        document.head.append(link);
      }
    };
    const idle = () => {
      if ('requestIdleCallback' in window) requestIdleCallback(fetchAhead);
      else setTimeout(fetchAhead, 200);
    };
    // A load may be over before anything is painted; the picture comes first.
    requestAnimationFrame(() => requestAnimationFrame(idle));
  });
}
