'use client';

import { useBrowserValue } from '@/components/ui/use-browser-value';
import { readKeptName } from '@/lib/kept-link';

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
