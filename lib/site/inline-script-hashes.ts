import { createHash } from 'node:crypto';

const SCRIPT = /<script(?<attributes>(?:\s[^>]*)?)>(?<code>[\s\S]*?)<\/script>/gi;
const DATA_BLOCK = /\stype\s*=\s*["']?(application\/\S*json|text\/x-)/i;

/** Returns the CSP sources of inline scripts. Data blocks are never run and need none. */
export function hashInlineScripts(html: string): string[] {
  const sources = new Set<string>();
  for (const { groups: { attributes = '', code = '' } = {} } of html.matchAll(SCRIPT)) {
    if (/\ssrc\s*=/i.test(attributes) || DATA_BLOCK.test(attributes)) continue;
    sources.add(`sha256-${createHash('sha256').update(code).digest('base64')}`);
  }
  return [...sources];
}
