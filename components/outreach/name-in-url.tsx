'use client';

import { useBrowserValue } from '@/components/ui/use-browser-value';
import type { LinkFacts } from '@/lib/api';
import { getLanguageParameters, type Language } from '@/lib/language';
import { readUtmSource } from '@/lib/page-protocol';

/** What was taken out of the address. The history's entry has it, also after a reload. */
interface Kept {
  contactName?: string | null;
  link?: LinkFacts;
  address?: string;
}

const readKept = () => (history.state ?? {}) as Kept;
const readKeptName = (): string | null => readKept().contactName ?? null;

export const getLink = (link: LinkFacts): LinkFacts => readKept().link ?? link;

interface GreetingHeadingProps {
  greeting: string;
  /** Must be cleaned already. */
  name: string | null;
}

/** Greets the prospect by the name in the link, or by the one that a call has taken out of it. */
export function GreetingHeading({ greeting, name }: GreetingHeadingProps) {
  const kept = useBrowserValue(readKeptName, null);
  const shown = name ?? kept;
  return <h1 className="text-section">{shown === null ? greeting : `${greeting}, ${shown}`}</h1>;
}

/** The voice SDK sends the address with its error reports. The history entry keeps the name. */
export function removeNameFromUrl(assistantId: string, found: Kept, language: Language): void {
  // A mangled address may have parts of the name anywhere, so only known parameters stay.
  const url = new URL(location.pathname, location.href);
  const known = { vapi_assistant_id: assistantId, ...getLanguageParameters(language) };
  url.search = new URLSearchParams(known).toString();
  const source = readUtmSource();
  if (source) url.searchParams.set('utm_source', source);
  if (url.href === location.href) return;
  // The address of a short link is shortened twice.
  history.replaceState({ ...found, address: location.href, ...readKept() }, '', url);
}
