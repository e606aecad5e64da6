import { createHash } from 'node:crypto';

const SCRIPT = /<script(?<attributes>(?:\s[^>]*)?)>(?<code>[\s\S]*?)<\/script>/gi;
const DATA_BLOCK = /\stype\s*=\s*["']?(application\/\S*json|text\/x-)/i;

/**
 * The CSP sources of the inline scripts of one page, in order, each once. Data blocks are never run and need none.
 *
 * @param {string} html
 * @returns {string[]} e.g. `sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=`
 */
export function hashInlineScripts(html) {
  const sources = new Set();
  for (const { groups: { attributes = '', code = '' } = {} } of html.matchAll(SCRIPT)) {
    if (/\ssrc\s*=/i.test(attributes) || DATA_BLOCK.test(attributes)) continue;
    sources.add(`sha256-${createHash('sha256').update(code).digest('base64')}`);
  }
  return [...sources];
}
