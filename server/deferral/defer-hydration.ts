// Scripts of pages rendered per request have a nonce, so a start tag has no fixed text.
const SCRIPT = '<script';
const SCRIPT_END = '</script>';
const SRC = / src="(\/_next\/static\/[^"]+)"/;
const PAYLOAD_START = '(self.__next_f=self.__next_f||[]).push([0])';
const PAYLOAD_ROW = 'self.__next_f.push([1,';
const PAYLOAD_ROW_END = '])';
/** A `<` in a text that would end the data block of the payload, or open a comment there. */
const BLOCK_END = /<(?=\/script|!--)/i;
/** Unlike JSON rows, text rows know no escapes. */
const TEXT_ROW = /:T(?!1, )[\da-f]+,/;

/** The pages that are deferred: by the build, or by the server for each request. */
export const DEFERRED_PAGES = { prerendered: ['/'], renderedPerRequest: ['/outreach'] };

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
  let page = '';
  let payload = '';
  let hasPayloadStart = false;
  const chunks: string[] = [];
  const inlineScripts: string[] = [];
  let position = 0;
  for (let start; (start = html.indexOf(SCRIPT, position)) >= 0;) {
    const codeStart = html.indexOf('>', start) + 1;
    const end = html.indexOf(SCRIPT_END, codeStart);
    const code = html.slice(codeStart, end);
    const tag = html.slice(start, codeStart);
    // Polyfills for old browsers (nomodule) must still load immediately.
    const src = /nomodule/i.test(tag) ? undefined : SRC.exec(tag)?.[1];
    page += html.slice(position, start);
    position = end + SCRIPT_END.length;
    if (src) {
      chunks.push(src);
      page += createBlock('text/x-deferred', src);
    } else if (code === PAYLOAD_START) hasPayloadStart = true;
    else if (code.startsWith(PAYLOAD_ROW) && code.endsWith(PAYLOAD_ROW_END))
      payload += JSON.parse(code.slice(PAYLOAD_ROW.length, -PAYLOAD_ROW_END.length));
    else {
      inlineScripts.push(code);
      page += html.slice(start, position);
    }
  }
  page += html.slice(position);
  if (!hasPayloadStart || !payload || chunks.length === 0)
    throw new Error(
      'Next writes its scripts in a new way: adapt server/deferral/defer-hydration.ts.',
    );
  // React never reads the text of inline scripts. In its Flight format a text row is
  // `T<length in hexadecimal bytes>,<text>`, without an end mark.
  for (const text of inlineScripts)
    payload = payload.replace(`T${Buffer.byteLength(text).toString(16)},${text}`, 'T1, ');
  if (BLOCK_END.test(payload)) {
    if (TEXT_ROW.test(payload))
      throw new Error('The RSC payload would end its block: escape `<` in the page’s texts.');
    payload = payload.replaceAll(new RegExp(BLOCK_END, 'gi'), '\\u003c');
  }
  const prefetchBlocks = findImportedChunks(chunks).map((src) => createBlock('text/x-ahead', src));
  return (
    page
      .replace(/<link rel="preload" as="script"[^>]*>/g, '')
      // Close to the markup that it repeats: gzip finds repetitions only within 32 KB.
      .replace(
        /(?:<!--&-->)?<dialog |<\/body>/,
        (mark) =>
          `<script type="text/x-component">${payload}</script>${prefetchBlocks.join('')}${mark}`,
      )
  );
}

// HTML allows no `src` on a data block.
const createBlock = (type: string, src: string) =>
  `<script type="${type}" data-src="${src}"></script>`;
