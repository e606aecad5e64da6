'use client';

import { useSyncExternalStore } from 'react';
import { getLanguageParameters, type Language } from '@/lib/language';
import { readUtmSource } from '@/lib/page-protocol';

/** Reads the name that `removeNameFromUrl` has kept; also after a reload. */
const readKeptName = (): string | null =>
  (history.state as { contactName?: string } | null)?.contactName ?? null;
const neverChanges = () => () => undefined;

interface GreetingHeadingProps {
  greeting: string;
  /** Must be cleaned already. */
  name: string | null;
}

/** Greets the prospect by the name in the link, or by the one that a call has taken out of it. */
export function GreetingHeading({ greeting, name }: GreetingHeadingProps) {
  const kept = useSyncExternalStore(neverChanges, readKeptName, () => null);
  const shown = name ?? kept;
  return <h1 className="text-section">{shown === null ? greeting : `${greeting}, ${shown}`}</h1>;
}

/** The voice SDK sends the address with its error reports. The history entry keeps the name. */
export function removeNameFromUrl(
  assistantId: string,
  contactName: string | null,
  language: Language,
): void {
  // A mangled address may have parts of the name anywhere, so only known parameters stay.
  const url = new URL(location.pathname, location.href);
  const known = { vapi_assistant_id: assistantId, ...getLanguageParameters(language) };
  url.search = new URLSearchParams(known).toString();
  const source = readUtmSource();
  if (source) url.searchParams.set('utm_source', source);
  if (url.href === location.href) return;
  history.replaceState({ ...(history.state as object | null), contactName }, '', url);
}

export function buildLinkWithName(): string {
  const url = new URL(location.href);
  const name = readKeptName();
  if (name !== null) url.searchParams.set('contact_name', name);
  // Some mail programs break an address at a plus.
  return url.href.replaceAll('+', '%20');
}
