import type { LinkFacts } from './api';
import { readUtmSource } from './page-protocol';

export interface FollowedLink {
  /** Must be cleaned already. */
  contactName: string | null;
  link: LinkFacts;
  /** The page's address without what the link says of the prospect. */
  shortAddress: string;
}

/** What was taken out of the address. The history's entry has it, also after a reload. */
type Kept = Partial<Pick<FollowedLink, 'contactName' | 'link'> & { address: string }>;

const readKept = () => (history.state ?? {}) as Kept;

export const readKeptName = (): string | null => readKept().contactName ?? null;

export const getLink = (link: LinkFacts): LinkFacts => readKept().link ?? link;

/** The address that the visitor has followed, also once the page has shortened its own. */
export const readFollowedLink = (): string => readKept().address ?? location.href;

/** Keeps name and code from the voice SDK, which sends the address with its error reports. */
export function shortenAddress({ shortAddress, ...found }: FollowedLink): void {
  const url = new URL(shortAddress, location.href);
  const source = readUtmSource();
  if (source) url.searchParams.set('utm_source', source);
  if (url.href === location.href) return;
  // What was taken out before stays.
  history.replaceState({ ...found, address: location.href, ...readKept() }, '', url);
}
