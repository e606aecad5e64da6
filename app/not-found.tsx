/**
 * Never shown: unknown addresses get app/global-not-found.tsx, and no page calls `notFound()`. Without this file every
 * page would carry Next's default page, twice.
 */
export default function NoPage() {
  return null;
}
