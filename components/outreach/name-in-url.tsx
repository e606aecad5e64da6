'use client';

import { useSyncExternalStore } from 'react';
import { getLanguageParameters, type Language } from '@/lib/language';
import { readUtmSource } from '@/lib/page-protocol';

/** The parameters of a link that the page shows, such as `contact_name`. */
export type ShownParameters = Readonly<Record<string, string>>;

/** Reads what `removeNameFromUrl` has kept; also after a reload. */
function readKept(): ShownParameters {
  const { shown } = (history.state ?? {}) as { shown?: ShownParameters };
  return shown ?? {};
}

const readKeptName = (): string | null => readKept()['contact_name'] ?? null;
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
  shown: ShownParameters,
  language: Language,
): void {
  // A mangled address may have parts of the name anywhere, so only known parameters stay.
  const url = new URL(location.pathname, location.href);
  const kept = { vapi_assistant_id: assistantId, ...getLanguageParameters(language) };
  url.search = new URLSearchParams(kept).toString();
  const source = readUtmSource();
  if (source) url.searchParams.set('utm_source', source);
  if (url.href === location.href) return;
  history.replaceState({ ...(history.state as object | null), shown }, '', url);
}

export function buildLinkWithName(): string {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(readKept())) url.searchParams.set(name, value);
  // Some mail programs break an address at a plus.
  return url.href.replaceAll('+', '%20');
}
