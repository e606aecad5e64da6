// The scripts of a page that is rendered per request carry a nonce, those of a prerendered page do not.
const SCRIPT = '<script';
const SCRIPT_END = '</script>';
const SRC = / src="(\/_next\/static\/[^"]+)"/;
const DATA_START = '(self.__next_f=self.__next_f||[]).push([0])';
const DATA = 'self.__next_f.push([1,';
const DATA_END = '])';

/**
 * Defers a page's hydration until the first interaction: Next's scripts become data blocks with an address, and the
 * page's data for React becomes one data block, which `components/page-script` hands to the browser and to Next.
 * The text of inline scripts is taken out of that data, for React never reads it. One pass over the page: the personal page
 * comes through here for each request.
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
  let page = '';
  let data = '';
  let hasStart = false;
  /** @type {string[]} */
  const chunks = [];
  /** @type {string[]} */
  const inline = [];
  let done = 0;
  for (let start; (start = html.indexOf(SCRIPT, done)) >= 0;) {
    const codeStart = html.indexOf('>', start) + 1;
    const end = html.indexOf(SCRIPT_END, codeStart);
    const code = html.slice(codeStart, end);
    const tag = html.slice(start, codeStart);
    // Old browsers get one script of their own.
    const src = /nomodule/i.test(tag) ? undefined : SRC.exec(tag)?.[1];
    page += html.slice(done, start);
    done = end + SCRIPT_END.length;
    if (src) {
      chunks.push(src);
      page += block('text/x-deferred', src);
    } else if (code === DATA_START) hasStart = true;
    else if (code.startsWith(DATA) && code.endsWith(DATA_END))
      data += JSON.parse(code.slice(DATA.length, -DATA_END.length));
    else {
      inline.push(code);
      page += html.slice(start, done);
    }
  }
  page += html.slice(done);
  if (!hasStart || !data || chunks.length === 0)
    throw new Error(
      'Next writes its scripts in a new way: adapt server/deferral/defer-hydration.mjs.',
    );
  // A row of text: its length in hexadecimal bytes, and no end mark.
  for (const text of inline)
    data = data.replace(`T${Buffer.byteLength(text).toString(16)},${text}`, 'T1, ');
  if (/<\/script|<!--/i.test(data))
    throw new Error('The data for React would end its block: escape `<` in the page’s texts.');
  const ahead = importedBy(chunks).map((src) => block('text/x-ahead', src));
  return (
    page
      .replace(/<link rel="preload" as="script"[^>]*>/g, '')
      // Before the dialogs: gzip finds a repetition only within 32 KB.
      .replace(
        /(?:<!--&-->)?<dialog |<\/body>/,
        (mark) => `<script type="text/x-component">${data}</script>${ahead.join('')}${mark}`,
      )
  );
}

/**
 * HTML allows a data block no `src` and no `async`.
 *
 * @param {string} type
 * @param {string} src
 */
const block = (type, src) => `<script type="${type}" data-src="${src}"></script>`;
