/**
 * Reloads a page of which a newer version is out: the files of this one may be gone, and no further try would find them.
 * The runtime's name tells versions apart, for it names the page's files. Never rejects.
 *
 * @returns whether the page reloads
 */
export async function reloadIfOutdated(): Promise<boolean> {
  const runtime = document.querySelector('script[src*="/turbopack-"]')?.getAttribute('src');
  const page = await fetch(window.location.href, { cache: 'no-store' })
    .then((answer) => (answer.ok ? answer.text() : ''))
    .catch(() => '');
  const isOutdated = Boolean(runtime && page) && !page.includes(String(runtime));
  if (isOutdated) window.location.reload();
  return isOutdated;
}
