// The scripts of a page that is rendered per request carry a nonce, those of a prerendered page do not.
const DATA_START =
  /<script(?: nonce="[^"]*")?>\(self\.__next_f=self\.__next_f\|\|\[\]\)\.push\(\[0\]\)<\/script>/;
const DATA =
  /<script(?: nonce="[^"]*")?>self\.__next_f\.push\(\[1,("(?:[^"\\]|\\.)*")\]\)<\/script>/g;
const INLINE = /<script(?: (?:type="application\/ld\+json"|nonce="[^"]*"))*>([\s\S]*?)<\/script>/g;
const CHUNK = /<script src="(\/_next\/static\/[^"]+)"(?: (?:id|async|nonce)="[^"]*")+><\/script>/g;

/**
 * Defers a page's hydration until the first interaction: Next's scripts become data blocks with an address, and the
 * page's data for React becomes one data block, which `components/before-hydration` hands to the browser and to Next.
 * The text of inline scripts is taken out of that data, for React never reads it.
 *
 * @param {string} html a page
 * @param {(chunks: string[]) => string[]} [importedBy] which chunks the page's own ones are going to import; those are
 *   prefetched as well
 * @returns {string}
 * @throws {Error} when nothing would hydrate the page, when Next wrote it in a new way, or when the data contain
 *   something that ends a data block
 */
export function deferHydration(html, importedBy = () => []) {
  if (!html.includes('text/x-deferred'))
    throw new Error('A deferred page needs <BeforeHydration>, which hydrates it.');
  const parts = [...html.matchAll(DATA)].map(([, text = '""']) => String(JSON.parse(text)));
  const chunks = [...html.matchAll(CHUNK)].map(([, src = '']) => src);
  if (!DATA_START.test(html) || parts.length === 0 || chunks.length === 0)
    throw new Error('Next writes its scripts in a new way: adapt lib/server/defer-hydration.mjs.');
  let data = parts.join('');
  for (const [, text = ''] of html.matchAll(INLINE)) {
    // A row of text: its length in hexadecimal bytes, and no end mark.
    data = data.replace(`T${Buffer.byteLength(text).toString(16)},${text}`, 'T1, ');
  }
  if (/<\/script|<!--/i.test(data))
    throw new Error('The data for React would end its block: escape `<` in the page’s texts.');
  const ahead = importedBy(chunks).map((src) => block('text/x-ahead', src));
  return (
    html
      .replace(/<link rel="preload" as="script"[^>]*>/g, '')
      .replace(DATA_START, '')
      .replace(DATA, '')
      // Before the dialogs: gzip finds a repetition only within 32 KB.
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
