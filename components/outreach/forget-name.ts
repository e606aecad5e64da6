/**
 * Takes the prospect's name and company out of the page's address. The voice service's script reports the
 * address along with its errors, and the name goes nowhere else than into the greeting.
 */
export function forgetName(): void {
  const url = new URL(location.href);
  const before = url.href;
  url.searchParams.delete('contact_name');
  url.searchParams.delete('company_name');
  if (url.href !== before) history.replaceState(null, '', url);
}
