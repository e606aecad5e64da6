import type { Speaker } from '@/lib/call/types';
import { formatToolSentence, type ToolsCopy } from './tools';
import type { TranscriptEntry } from './entries';

const ELLIPSIS = '…';

interface TranscriptCopy {
  speakers: Record<Speaker, string>;
  tools: ToolsCopy;
}

function formatLines(entries: readonly TranscriptEntry[], copy: TranscriptCopy): string[] {
  return entries.flatMap((entry) => {
    if (entry.kind === 'said') return [`${copy.speakers[entry.who]}: ${entry.text}`];
    return entry.done ? [`✓ ${formatToolSentence(copy.tools, entry)}`] : [];
  });
}

export function formatTranscript(
  entries: readonly TranscriptEntry[],
  copy: TranscriptCopy,
): string {
  return formatLines(entries, copy).join('\n');
}

/** Formats the newest whole entries that fit into `maxLength` UTF-16 units. */
export function formatTranscriptWithin(
  entries: readonly TranscriptEntry[],
  copy: TranscriptCopy,
  maxLength: number,
): string {
  const lines = formatLines(entries, copy);
  const whole = lines.join('\n');
  if (whole.length <= maxLength) return whole;
  let length = ELLIPSIS.length;
  let from = lines.length;
  while (length + 1 + (lines[from - 1] ?? '').length <= maxLength) {
    from -= 1;
    length += 1 + (lines[from] ?? '').length;
  }
  return from < lines.length ? [ELLIPSIS, ...lines.slice(from)].join('\n') : '';
}
