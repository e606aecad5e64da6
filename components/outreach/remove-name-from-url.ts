/**
 * Removes the prospect's name and company from the page's address. The voice service's script
 * reports the address with its errors, and nobody but us should learn the name. The history's
 * entry keeps the greeting, for a reload, and the name, for `linkWithName`.
 *
 * @param assistantId as the page has read it, which a mangled address may hold in another way
 * @param name read in the same way; null when the address has none
 */
export function removeNameFromUrl(assistantId: string, name: string | null): void {
  // Parts of the name may be anywhere in a mangled address, so only what the page needs stays.
  const url = new URL(location.pathname, location.href);
  url.searchParams.set('vapi_assistant_id', assistantId);
  const source = /[?&]utm_source=([\w-]{0,40})/.exec(location.search)?.[1];
  if (source) url.searchParams.set('utm_source', source);
  if (url.href === location.href) return;
  const greeting = document.querySelector('h1')?.textContent;
  history.replaceState({ ...(history.state as object | null), greeting, name }, '', url);
}

/** The page's address, with the name that `removeNameFromUrl` has taken out of it. */
export function linkWithName(): string {
  const url = new URL(location.href);
  const { name } = (history.state ?? {}) as { name?: unknown };
  if (typeof name === 'string') url.searchParams.set('contact_name', name);
  // Some mail programs break an address at a plus.
  return url.href.replaceAll('+', '%20');
}
