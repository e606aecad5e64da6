/**
 * Removes the prospect's name and company from the page's address. The voice service's script reports the address with
 * its errors, and nobody but us should learn the name.
 */
export function removeNameFromUrl(): void {
  const url = new URL(location.href);
  const before = url.href;
  url.searchParams.delete('contact_name');
  url.searchParams.delete('company_name');
  if (url.href !== before) history.replaceState(null, '', url);
}
