/** Never shown; it keeps Next's default page, which is large, out of every page. */
export default function NoPage() {
  return null;
}
