import type { CallCopy } from '@/lib/content/call-copy';
import { toolSentence } from '@/lib/content/call-tools';
import type { Entry } from './captions';

/** Stands for the turns that did not fit. */
const cut = '…';

function lines(entries: readonly Entry[], copy: Pick<CallCopy, 'speakers' | 'tools'>): string[] {
  return entries.flatMap((entry) => {
    if (entry.kind === 'said') return [`${copy.speakers[entry.who]}: ${entry.text}`];
    return entry.done ? [`✓ ${toolSentence(copy.tools, entry)}`] : [];
  });
}

/** A conversation as plain text, one turn a line; of what the assistant did, what is done. */
export function transcriptText(
  entries: readonly Entry[],
  copy: Pick<CallCopy, 'speakers' | 'tools'>,
): string {
  return lines(entries, copy).join('\n');
}

/**
 * The latest turns of a conversation as plain text, after `…` where earlier ones did not fit.
 *
 * @param max UTF-16 units
 * @returns whole turns only; nothing where not even the last one fits
 */
export function transcriptWithin(
  entries: readonly Entry[],
  copy: Pick<CallCopy, 'speakers' | 'tools'>,
  max: number,
): string {
  const all = lines(entries, copy);
  for (let from = 0; from < all.length; from += 1) {
    const text = [...(from > 0 ? [cut] : []), ...all.slice(from)].join('\n');
    if (text.length <= max) return text;
  }
  return '';
}
