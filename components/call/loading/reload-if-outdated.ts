import { createDeadline } from '@/lib/deadline';

/** Scripts of the first load. */
const CHUNK_SCRIPT = /<script[^>]* src="(\/_next\/static\/[^"]+)"/g;

/** A stalled network must not hold up the next attempt. */
const TIMEOUT_MS = 5_000;

/**
 * A new deployment may have removed the scripts that failed to load. No input is lost: the form is
 * empty while its dialog is closed. Never rejects. True: no call may start.
 */
export async function reloadIfOutdated(): Promise<boolean> {
  let isLeft = false;
  addEventListener('pagehide', () => (isLeft = true), { once: true });
  const signal = createDeadline(TIMEOUT_MS);
  const newest = await fetch(window.location.href, { cache: 'no-store', signal })
    .then((response) => (response.ok ? response.text() : ''))
    .catch(() => '');
  const loaded = new Set([...document.scripts].map((script) => script.getAttribute('src')));
  const isOutdated = [...newest.matchAll(CHUNK_SCRIPT)].some(([, src = '']) => !loaded.has(src));
  if (isOutdated) window.location.reload();
  return isOutdated || isLeft;
}
