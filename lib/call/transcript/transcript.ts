import type { Speaker } from '@/lib/call/types';
import type { ServiceType } from '@/lib/services';
import { TOOLS, type ToolName } from './tools';

interface SaidEntry {
  id: number;
  kind: 'said';
  who: Speaker;
  text: string;
  typed?: true;
  /** A typed message interrupted the assistant; the rest of its sentence may still arrive. */
  interrupted?: true;
}

export interface ToolEntry {
  id: number;
  kind: 'tool';
  callId: string;
  tool: ToolName;
  detail: string | null;
  done: boolean;
}

export type TranscriptEntry = SaidEntry | ToolEntry;

export interface Transcript {
  entries: TranscriptEntry[];
  partial: { who: Speaker; text: string } | null;
}

export const initialTranscript: Transcript = { entries: [], partial: null };

/** Guesses from the first tool that was used which service a conversation was about. */
export function guessService(entries: readonly TranscriptEntry[]): ServiceType | undefined {
  const toolEntry = entries.find((entry) => entry.kind === 'tool');
  return toolEntry && TOOLS[toolEntry.tool].service;
}
