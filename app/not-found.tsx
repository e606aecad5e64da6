/**
 * Never shown: unknown addresses get app/global-not-found.tsx, and no page says `notFound()`. Without this file
 * Next sends its own page along with every one of ours, twice.
 */
export default function NoPage() {
  return null;
}
