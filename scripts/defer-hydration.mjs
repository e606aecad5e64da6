const DATA = /<script>\(self\.__next_f=self\.__next_f\|\|\[\]\)\.push\(\[0\]\)<\/script>/;
const DATA_PART = /<script>self\.__next_f\.push\(\[1,("(?:[^"\\]|\\.)*")\]\)<\/script>/g;
const INLINE = /<script(?: type="application\/ld\+json")?>([\s\S]*?)<\/script>/g;
const CHUNK =
  /<script src="(\/_next\/static\/[^"]+)"(?: id="[^"]+")? async=""(?: id="[^"]+")?><\/script>/g;

/**
 * Sets React aside until the visitor does something: the scripts from Next's output become data blocks with an
 * address, and the page's data for React one block of its own, which components/early/early.ts hands to the browser
 * and to Next. Nothing of the framework then runs while the page loads. What stands in the page as an inline script is
 * taken out of that data: React never looks at it again. A page without the early script comes back as it was.
 *
 * @param {string} html a prerendered page
 * @returns {string}
 * @throws {Error} when the page does not look as Next used to write it: half deferred it would never come alive
 */
export function deferHydration(html) {
  if (!html.includes('text/x-deferred')) return html;
  const parts = [...html.matchAll(DATA_PART)].map(([, text = '""']) => String(JSON.parse(text)));
  let data = parts.join('');
  if (!DATA.test(html) || parts.length === 0 || !CHUNK.test(html))
    throw new Error(
      'Next writes its scripts in a new way; scripts/defer-hydration.mjs needs a look.',
    );
  for (const [, text = ''] of html.matchAll(INLINE)) {
    // A row of text: its length in hexadecimal bytes, and no end mark.
    data = data.replace(`T${Buffer.byteLength(text).toString(16)},${text}`, 'T1, ');
  }
  if (/<\/script|<!--/i.test(data))
    throw new Error('The data for React would end its block: escape `<` in the page’s texts.');
  return (
    html
      .replace(/<link rel="preload" as="script"[^>]*>/g, '')
      .replace(DATA, '')
      .replace(DATA_PART, '')
      // Before the dialogs, out of sight: gzip finds a repetition within 32 KB only.
      .replace(
        /<dialog |<\/body>/,
        (mark) => `<script type="text/x-component">${data}</script>${mark}`,
      )
      // HTML allows a data block no `src` and no `async`.
      .replace(CHUNK, '<script type="text/x-deferred" data-src="$1"></script>')
  );
}
