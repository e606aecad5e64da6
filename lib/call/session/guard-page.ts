/** Whether the link leads to another web page. */
function leadsAway({ href, protocol }: HTMLAnchorElement): boolean {
  const [page, fragment] = href.split('#');
  const isOnThisPage = fragment !== undefined && page === window.location.href.split('#')[0];
  return protocol.startsWith('http') && !isOnThisPage;
}

/** Links open in a new tab, and the browser asks before it leaves the page in another way. */
export function guardPage(signal: AbortSignal): void {
  // Before every other listener.
  const options = { capture: true, signal };
  let isOpeningApp = false;
  const handleClick = ({ target }: Event) => {
    const link = (target as Element).closest?.<HTMLAnchorElement>('a[href]');
    if (!link) return;
    const opensTab = link.target === '' && leadsAway(link);
    if (opensTab) link.target = '_blank';
    isOpeningApp = !link.protocol.startsWith('http');
    // After the browser has followed the link.
    setTimeout(() => {
      if (opensTab) link.removeAttribute('target');
      isOpeningApp = false;
    });
  };
  const handleUnload = (event: BeforeUnloadEvent) => {
    // Some calling libraries hang up here, although the visitor may stay.
    event.stopImmediatePropagation();
    // Chromium fires the event for `mailto:` and `tel:`, too.
    if (isOpeningApp) return;
    event.preventDefault();
    // For Chromium before 119.
    event.returnValue = true;
  };
  window.addEventListener('click', handleClick, options);
  window.addEventListener('beforeunload', handleUnload, options);
}
