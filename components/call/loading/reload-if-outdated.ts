/** The files that a page starts with, hydrated or not; not those that it only fetches ahead. */
const CHUNK = /<script(?! type="text\/x-ahead")[^>]* (?:data-)?src="(\/_next\/static\/[^"]+)"/g;

/**
 * Reloads a page of which a newer version is out: the files of this one may be gone, and no further try would find them.
 * Nothing typed is lost: the form is empty while its dialog is closed. Never rejects.
 *
 * @returns whether the page reloads
 */
export async function reloadIfOutdated(): Promise<boolean> {
  const newest = await fetch(window.location.href, { cache: 'no-store' })
    .then((answer) => (answer.ok ? answer.text() : ''))
    .catch(() => '');
  const own = new Set([...document.scripts].map((script) => script.getAttribute('src')));
  const isOutdated = [...newest.matchAll(CHUNK)].some(([, src = '']) => !own.has(src));
  if (isOutdated) window.location.reload();
  return isOutdated;
}
