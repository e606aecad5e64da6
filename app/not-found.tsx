/** Never shown: global-not-found.tsx is. Without it, Next adds its default page to every page. */
export default function NotFound() {
  return null;
}
