/**
 * Removes the prospect's name and company from the page's address. The voice service's script
 * reports the address with its errors, and nobody but us should learn the name. The greeting goes
 * into the history's entry, for a reload.
 *
 * @param assistantId as the page has read it, which a mangled address may hold in another way
 */
export function removeNameFromUrl(assistantId: string): void {
  // Parts of the name may be anywhere in a mangled address, so only what the page needs stays.
  const url = new URL(location.pathname, location.href);
  url.searchParams.set('vapi_assistant_id', assistantId);
  const source = /[?&]utm_source=([\w-]{0,40})/.exec(location.search)?.[1];
  if (source) url.searchParams.set('utm_source', source);
  if (url.href === location.href) return;
  const greeting = document.querySelector('h1')?.textContent;
  history.replaceState({ ...(history.state as object | null), greeting }, '', url);
}
