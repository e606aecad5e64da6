/** The start tag and the code of a script. */
const SCRIPT = /(<script[^>]*>)(.*?)<\/script>/gs;
const SRC = / src="(\/_next\/static\/[^"]+)"/;
const PAYLOAD_START = '(self.__next_f=self.__next_f||[]).push([0])';
const PAYLOAD_ROW = /^self\.__next_f\.push\(\[1,(.*)\]\)$/s;
/** A `<` in a text that would end the data block of the payload, or open a comment there. */
const BLOCK_END = /<(?=\/script|!--)/gi;
/** What a data block may stand before: a section, a dialog or the end of the page. */
const PLACE = /(?:<!--&-->)?<(?:section|dialog) |<\/body>/g;
/** Unlike JSON rows, text rows know no escapes. */
const TEXT_ROW = /:T(?!1, )[\da-f]+,/;

/**
 * Defers a page's hydration until the first interaction: turns Next's scripts into data blocks with
 * a URL, and the RSC payload into one data block, which `components/page-script` gives to Next.
 * Throws if the page cannot be hydrated then, or Next's output has changed.
 *
 * @param findImportedChunks finds the chunks that these chunks import later
 */
export function deferHydration(
  html: string,
  findImportedChunks: (chunks: string[]) => string[] = () => [],
): string {
  if (!html.includes('text/x-deferred'))
    throw new Error('A deferred page needs <BeforeHydration>, which hydrates it.');
  const { page, chunks, payload, inlineScripts } = splitScripts(html);
  const importedChunks = findImportedChunks(chunks)
    .map((src) => createBlock('text/x-ahead', src))
    .join('');
  const withChunks = page
    .replace(/<link rel="preload" as="script"[^>]*>/g, '')
    .replace(/(?:<!--&-->)?<dialog |<\/body>/, (mark) => importedChunks + mark);
  return insertInMiddle(
    withChunks,
    `<script type="text/x-component">${shortenPayload(payload, inlineScripts)}</script>`,
  );
}

/** Keeps a block close to the markup that it repeats: gzip finds repetitions only within 32 KB. */
function insertInMiddle(page: string, block: string): string {
  const places = Array.from(page.matchAll(PLACE), ({ index }) => index);
  const getDistance = (place: number) => Math.abs(place - page.length / 2);
  const [place = page.length] = places.sort((a, b) => getDistance(a) - getDistance(b));
  return page.slice(0, place) + block + page.slice(place);
}

/** Takes the payload out of a page, and turns the scripts that Next loads into data blocks. */
function splitScripts(html: string) {
  const chunks: string[] = [];
  const inlineScripts: string[] = [];
  let hasPayloadStart = false;
  let payload = '';
  const page = html.replace(SCRIPT, (script: string, tag: string, code: string) => {
    // Polyfills for old browsers (nomodule) must still load immediately.
    const src = /nomodule/i.test(tag) ? undefined : SRC.exec(tag)?.[1];
    if (src) {
      chunks.push(src);
      return createBlock('text/x-deferred', src);
    }
    if (code === PAYLOAD_START) {
      hasPayloadStart = true;
      return '';
    }
    const row = PAYLOAD_ROW.exec(code)?.[1];
    if (row) {
      payload += JSON.parse(row);
      return '';
    }
    inlineScripts.push(code);
    return script;
  });
  if (!hasPayloadStart || !payload || chunks.length === 0)
    throw new Error(
      'Next writes its scripts in a new way: adapt server/deferral/defer-hydration.ts.',
    );
  return { page, chunks, payload, inlineScripts };
}

/** Drops the texts of inline scripts, which React never reads, and escapes what ends the block. */
function shortenPayload(payload: string, inlineScripts: string[]): string {
  // In React's Flight format a text row is `T<length in hexadecimal bytes>,<text>`, without an end
  // mark.
  const shortened = inlineScripts.reduce(
    (rest, text) => rest.replace(`T${Buffer.byteLength(text).toString(16)},${text}`, 'T1, '),
    payload,
  );
  if (shortened.search(BLOCK_END) >= 0 && TEXT_ROW.test(shortened))
    throw new Error('The RSC payload would end its block: escape `<` in the page’s texts.');
  return shortened.replace(BLOCK_END, '\\u003c');
}

// HTML allows no `src` on a data block.
const createBlock = (type: string, src: string) =>
  `<script type="${type}" data-src="${src}"></script>`;
