import type { ToolName, TranscriptEntry } from '@/lib/call/transcript/entries';
import type { Speaker } from '@/lib/call/types';

type EntryOf<Kind> = Extract<TranscriptEntry, { kind: Kind }>;

export const createSaid = (
  id: number,
  who: Speaker,
  text: string,
  more: Partial<EntryOf<'said'>> = {},
): TranscriptEntry => ({
  id,
  kind: 'said',
  who,
  text,
  beganAt: 0,
  heardAt: 0,
  status: 'final',
  ...more,
});

export const createTool = (
  id: number,
  tool: ToolName,
  more: Partial<EntryOf<'tool'>> = {},
): TranscriptEntry => ({
  id,
  kind: 'tool',
  beganAt: 0,
  callId: 'a',
  tool,
  detail: null,
  done: true,
  ...more,
});
