// A page rendered per request has a nonce on every script; a prerendered one has none.
const DATA =
  /<script(?: nonce="[^"]*")?>\(self\.__next_f=self\.__next_f\|\|\[\]\)\.push\(\[0\]\)<\/script>/;
const DATA_PART =
  /<script(?: nonce="[^"]*")?>self\.__next_f\.push\(\[1,("(?:[^"\\]|\\.)*")\]\)<\/script>/g;
const INLINE = /<script(?: (?:type="application\/ld\+json"|nonce="[^"]*"))*>([\s\S]*?)<\/script>/g;
const CHUNK = /<script src="(\/_next\/static\/[^"]+)"(?: (?:id|async|nonce)="[^"]*")+><\/script>/g;

/**
 * Sets React aside until the visitor does something: the scripts from Next's output become data blocks with an
 * address, and the page's data for React one block of its own, which components/early/early.ts hands to the browser
 * and to Next. Nothing of the framework then runs while the page loads. What stands in the page as an inline script is
 * taken out of that data: React never looks at it again. A page without the early script comes back as it was.
 *
 * @param {string} html a page
 * @param {(chunks: string[]) => string[]} [later] of the page's own chunks, those that will be imported for sure; they
 *   are fetched ahead as well
 * @returns {string}
 * @throws {Error} when the page does not look as Next used to write it, half deferred it would never come alive; or when
 *   its data would end their block
 */
export function deferHydration(html, later = () => []) {
  if (!html.includes('text/x-deferred')) return html;
  const parts = [...html.matchAll(DATA_PART)].map(([, text = '""']) => String(JSON.parse(text)));
  const chunks = [...html.matchAll(CHUNK)].map(([, src = '']) => src);
  if (!DATA.test(html) || parts.length === 0 || chunks.length === 0)
    throw new Error(
      'Next writes its scripts in a new way; lib/server/defer-hydration.mjs needs a look.',
    );
  let data = parts.join('');
  for (const [, text = ''] of html.matchAll(INLINE)) {
    // A row of text: its length in hexadecimal bytes, and no end mark.
    data = data.replace(`T${Buffer.byteLength(text).toString(16)},${text}`, 'T1, ');
  }
  if (/<\/script|<!--/i.test(data))
    throw new Error('The data for React would end its block: escape `<` in the page’s texts.');
  const ahead = later(chunks).map((src) => block('text/x-ahead', src));
  return (
    html
      .replace(/<link rel="preload" as="script"[^>]*>/g, '')
      .replace(DATA, '')
      .replace(DATA_PART, '')
      // Before the dialogs, out of sight: gzip finds a repetition within 32 KB only.
      .replace(
        /<dialog |<\/body>/,
        (mark) => `<script type="text/x-component">${data}</script>${ahead.join('')}${mark}`,
      )
      .replace(CHUNK, (_, src) => block('text/x-deferred', src))
  );
}

/**
 * HTML allows a data block no `src` and no `async`.
 *
 * @param {string} type
 * @param {string} src
 */
const block = (type, src) => `<script type="${type}" data-src="${src}"></script>`;
