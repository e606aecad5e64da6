import type { Language } from '@/lib/language';
import type { CallEvent, Speaker, ToolCall } from '@/lib/call/types';
import { findTool, formatToolDetail } from './tool-detail';
import type { ToolEntry, Transcript, TranscriptEntry } from './transcript';

type TranscriptEvent = Extract<
  CallEvent,
  { type: 'transcript' | 'typed' | 'tool-calls' | 'tool-result' }
>;

const computeNextId = ({ entries }: Transcript) => (entries.at(-1)?.id ?? 0) + 1;

function addEntry(transcript: Transcript, entry: TranscriptEntry): Transcript {
  return { ...transcript, entries: [...transcript.entries, entry] };
}

function findInterruptedEntry(
  { entries, partial }: Transcript,
  who: Speaker,
  text: string,
): TranscriptEntry | undefined {
  const last = entries.filter((entry) => entry.kind === 'said' && entry.who === who).at(-1);
  if (last?.kind !== 'said' || !last.interrupted || partial?.who === who) return undefined;
  return last.text.startsWith(text) || text.startsWith(last.text) ? last : undefined;
}

function addTranscript(
  transcript: Transcript,
  { who, final, text }: { who: Speaker; final: boolean; text: string },
): Transcript {
  if (!final) return { ...transcript, partial: { who, text } };
  // Both sides can speak at the same time.
  const partial = transcript.partial?.who === who ? null : transcript.partial;
  const last = transcript.entries.filter((entry) => entry.kind === 'said').at(-1);
  // The provider may send a typed message back as a transcript.
  if (who === 'visitor' && last?.typed && last.text === text) return { ...transcript, partial };
  const interruptedEntry = findInterruptedEntry(transcript, who, text);
  if (interruptedEntry) {
    const whole: TranscriptEntry = { id: interruptedEntry.id, kind: 'said', who, text };
    return {
      ...transcript,
      entries: transcript.entries.map((entry) => (entry === interruptedEntry ? whole : entry)),
    };
  }
  return addEntry(
    { ...transcript, partial },
    { id: computeNextId(transcript), kind: 'said', who, text },
  );
}

/** Cuts the assistant's partial sentence, so that the typed message follows it. */
function addTyped(transcript: Transcript, text: string): Transcript {
  const { partial } = transcript;
  if (partial?.who === 'assistant') {
    const cut: TranscriptEntry = {
      id: computeNextId(transcript),
      kind: 'said',
      ...partial,
      interrupted: true,
    };
    return addTyped(addEntry({ ...transcript, partial: null }, cut), text);
  }
  const id = computeNextId(transcript);
  return addEntry(transcript, { id, kind: 'said', who: 'visitor', text, typed: true });
}

function addTool(
  transcript: Transcript,
  call: ToolCall,
  language: Language,
  now: Date,
): Transcript {
  const { id: callId, name, args } = call;
  const tool = findTool(name);
  const isKnown = transcript.entries.some(
    (entry) => entry.kind === 'tool' && entry.callId === callId,
  );
  if (!tool || isKnown) return transcript;
  const detail = formatToolDetail({ tool, args }, language, now);
  const id = computeNextId(transcript);
  return addEntry(transcript, { id, kind: 'tool', callId, tool, detail, done: false });
}

function finishTool(transcript: Transcript, callId: string, ok: boolean): Transcript {
  const isPendingCall = (entry: TranscriptEntry): entry is ToolEntry =>
    entry.kind === 'tool' && entry.callId === callId && !entry.done;
  if (!transcript.entries.some(isPendingCall)) return transcript;
  const entries = transcript.entries.flatMap((entry): TranscriptEntry[] => {
    if (!isPendingCall(entry)) return [entry];
    return ok ? [{ ...entry, done: true }] : [];
  });
  return { ...transcript, entries };
}

export function reduceTranscript(
  transcript: Transcript,
  event: TranscriptEvent,
  language: Language,
  now: Date,
): Transcript {
  switch (event.type) {
    case 'transcript':
      return addTranscript(transcript, event);
    case 'typed':
      return addTyped(transcript, event.text);
    case 'tool-calls':
      return event.calls.reduce((all, call) => addTool(all, call, language, now), transcript);
    case 'tool-result':
      return finishTool(transcript, event.id, event.ok);
  }
}

export function finishTranscript(transcript: Transcript): Transcript {
  const { partial } = transcript;
  const whole = partial ? addTranscript(transcript, { ...partial, final: true }) : transcript;
  const entries = whole.entries.filter((entry) => entry.kind === 'said' || entry.done);
  return entries.length === whole.entries.length ? whole : { ...whole, entries };
}
