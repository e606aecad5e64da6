/** Scripts of the first load, deferred or not, but without prefetched ones. */
const CHUNK_SCRIPT =
  /<script(?! type="text\/x-ahead")[^>]* (?:data-)?src="(\/_next\/static\/[^"]+)"/g;

/**
 * Reloads the page after a new deployment, which may have removed the scripts that failed to load.
 * No input is lost, because the form is empty while its dialog is closed. Never rejects.
 *
 * @returns whether the page reloads
 */
export async function reloadIfOutdated(): Promise<boolean> {
  const newest = await fetch(window.location.href, { cache: 'no-store' })
    .then((response) => (response.ok ? response.text() : ''))
    .catch(() => '');
  const loaded = new Set([...document.scripts].map((script) => script.getAttribute('src')));
  const isOutdated = [...newest.matchAll(CHUNK_SCRIPT)].some(([, src = '']) => !loaded.has(src));
  if (isOutdated) window.location.reload();
  return isOutdated;
}
