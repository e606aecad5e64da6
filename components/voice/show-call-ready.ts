/**
 * Inline script, for a page whose call is in view at once while React's start is deferred: shows the widget's ready state
 * when `prefetchScripts` has fetched the call's files and our server allows calls. Where it does not, React starts, and the
 * widget tells why. A press on Start works at any time; it starts React.
 */
export function showCallReady(): void {
  // Once React runs, it renders the state.
  const isDeferred = () => document.querySelector('script[type="text/x-deferred"]') !== null;
  let asked = false;
  const show = async () => {
    const status = document.querySelector<HTMLElement>('[data-ready]');
    if (asked || !status || !isDeferred()) return;
    asked = true;
    const assistant = status.closest<HTMLElement>('[data-assistant]')?.dataset.assistant ?? '';
    const answer = await fetch(`/api/call-config?assistant=${encodeURIComponent(assistant)}`, {
      cache: 'no-store',
      headers: { 'x-requested-with': 'call-widget' },
    })
      .then((response) => response.json() as Promise<{ configured?: unknown; refusal?: unknown }>)
      .catch(() => null);
    if (!isDeferred()) return;
    if (answer?.configured !== true || answer.refusal !== null) {
      // Counts as an interaction.
      document.dispatchEvent(new Event('scroll'));
      return;
    }
    status.textContent = status.dataset.ready ?? '';
    document.querySelector('[data-waits]')?.removeAttribute('aria-disabled');
  };
  addEventListener('scriptsprefetched', show);
  // With prefetching switched off, a browser fires no event.
  addEventListener('load', () => setTimeout(show, 5_000));
}
