import { getLanguageParameters, type Language } from '@/lib/language';
import { readSource } from '@/lib/analytics/source';

/**
 * Removes the prospect's name and company from the address, which the voice SDK sends with its
 * error reports. The history entry keeps the name for `restoreGreeting` and `buildLinkWithName`.
 */
export function removeNameFromUrl(
  assistantId: string,
  name: string | null,
  language: Language,
): void {
  // A mangled address may have parts of the name anywhere, so only known parameters stay.
  const url = new URL(location.pathname, location.href);
  const kept = { vapi_assistant_id: assistantId, ...getLanguageParameters(language) };
  url.search = new URLSearchParams(kept).toString();
  const source = readSource();
  if (source) url.searchParams.set('utm_source', source);
  if (url.href === location.href) return;
  const greeting = document.querySelector('h1')?.textContent;
  history.replaceState({ ...(history.state as object | null), greeting, name }, '', url);
}

/** Returns the page's address including the name that `removeNameFromUrl` has removed. */
export function buildLinkWithName(): string {
  const url = new URL(location.href);
  const { name } = (history.state ?? {}) as { name?: unknown };
  if (typeof name === 'string') url.searchParams.set('contact_name', name);
  // Some mail programs break an address at a plus.
  return url.href.replaceAll('+', '%20');
}
