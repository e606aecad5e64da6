/**
 * Removes the prospect's name and company from the page's address. The voice service's script reports the address with
 * its errors, and nobody but us should learn the name. The greeting goes into the history's entry, for a reload.
 */
export function removeNameFromUrl(): void {
  const url = new URL(location.href);
  const before = url.href;
  url.searchParams.delete('contact_name');
  url.searchParams.delete('company_name');
  if (url.href === before) return;
  const greeting = document.querySelector('h1')?.textContent;
  history.replaceState({ ...(history.state as object | null), greeting }, '', url);
}
