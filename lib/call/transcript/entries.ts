import type { Speaker } from '@/lib/call/types';
import type { ServiceType } from '@/lib/services';
import { TOOLS, type ToolName } from './tools';

interface Entry {
  id: number;
  /** Epoch ms. */
  beganAt: number;
}

export interface SaidEntry extends Entry {
  kind: 'said';
  who: Speaker;
  text: string;
  /** When the latest words came (epoch ms). */
  heardAt: number;
  /** `cut`: the speaker has begun another sentence, but the final text may still come. */
  status: 'open' | 'cut' | 'final';
  typed?: true;
}

export interface ToolEntry extends Entry {
  kind: 'tool';
  callId: string;
  tool: ToolName;
  detail: string | null;
  done: boolean;
}

export type TranscriptEntry = SaidEntry | ToolEntry;

export interface Transcript {
  readonly entries: readonly TranscriptEntry[];
  /** Whether the microphone picks up the assistant. */
  readonly echo: 'never' | 'now' | 'over';
}

export const initialTranscript: Transcript = { entries: [], echo: 'never' };

/** Guesses from the first tool that was used which service a conversation was about. */
export function guessService(entries: readonly TranscriptEntry[]): ServiceType | undefined {
  const toolEntry = entries.find((entry) => entry.kind === 'tool');
  return toolEntry && TOOLS[toolEntry.tool].service;
}
