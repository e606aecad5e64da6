import type { CallCopy } from '@/lib/content/call-copy';
import type { ToolName } from '@/lib/content/call-tools';
import type { CallEvent, Speaker } from '../state/call-events';
import type { ToolCall } from '../sdk/tool-calls';
import { toolDetail } from './tool-detail';

interface SaidEntry {
  id: number;
  kind: 'said';
  who: Speaker;
  text: string;
  typed?: true;
  /** Typed words interrupted the assistant; the rest of its sentence may still arrive. */
  cut?: true;
}

/** Something that the assistant does. */
interface ToolEntry {
  id: number;
  kind: 'tool';
  /** The provider's name for this use of the tool. */
  callId: string;
  tool: ToolName;
  /** Words that may be shown: when an appointment is, or a name. */
  detail: string | null;
  /** Whether there is a result. */
  done: boolean;
}

/** What somebody said, or something that the assistant does. */
export type Entry = SaidEntry | ToolEntry;

/** The conversation: what is finished, and what is being said right now. */
export interface Captions {
  turns: Entry[];
  partial: { who: Speaker; text: string } | null;
}

export const noCaptions: Captions = { turns: [], partial: null };

type CaptionEvent = Extract<
  CallEvent,
  { type: 'transcript' | 'typed' | 'tool-calls' | 'tool-result' }
>;

const nextId = ({ turns }: Captions) => (turns.at(-1)?.id ?? 0) + 1;

function addTurn(captions: Captions, entry: Entry): Captions {
  return { ...captions, turns: [...captions.turns, entry] };
}

/**
 * The turn that typed words cut short, where a final text is that turn's: the speaker has begun no other since, and one
 * text is the beginning of the other.
 */
function findCut({ turns, partial }: Captions, who: Speaker, text: string): Entry | undefined {
  const own = turns.findLast((entry) => entry.kind === 'said' && entry.who === who);
  if (own?.kind !== 'said' || !own.cut || partial?.who === who) return undefined;
  return own.text.startsWith(text) || text.startsWith(own.text) ? own : undefined;
}

/** A final text replaces its speaker's partial line only, since both sides can speak at the same time. */
function addTranscript(
  captions: Captions,
  { who, final, text }: { who: Speaker; final: boolean; text: string },
): Captions {
  if (!final) return { ...captions, partial: { who, text } };
  const partial = captions.partial?.who === who ? null : captions.partial;
  const last = captions.turns.findLast((entry) => entry.kind === 'said');
  // Should typed words come back as a transcript, they stand there already.
  if (who === 'visitor' && last?.typed && last.text === text) return { ...captions, partial };
  const cut = findCut(captions, who, text);
  if (cut) {
    const whole: Entry = { id: cut.id, kind: 'said', who, text };
    return { ...captions, turns: captions.turns.map((entry) => (entry === cut ? whole : entry)) };
  }
  return addTurn({ ...captions, partial }, { id: nextId(captions), kind: 'said', who, text });
}

/** What the assistant is saying ends there, so that typed words follow it. */
function addTyped(captions: Captions, text: string): Captions {
  const { partial } = captions;
  if (partial?.who === 'assistant') {
    const cut: Entry = { id: nextId(captions), kind: 'said', ...partial, cut: true };
    return addTyped(addTurn({ ...captions, partial: null }, cut), text);
  }
  const id = nextId(captions);
  return addTurn(captions, { id, kind: 'said', who: 'visitor', text, typed: true });
}

function addTool(
  captions: Captions,
  call: ToolCall,
  language: CallCopy['language'],
  now: Date,
): Captions {
  const { id: callId, tool } = call;
  if (captions.turns.some((entry) => entry.kind === 'tool' && entry.callId === callId)) {
    return captions;
  }
  const detail = toolDetail(call, language, now);
  const id = nextId(captions);
  return addTurn(captions, { id, kind: 'tool', callId, tool, detail, done: false });
}

/** What did not work is taken away: nothing came of it. */
function finishTool(captions: Captions, callId: string, ok: boolean): Captions {
  const isThis = (entry: Entry): entry is ToolEntry =>
    entry.kind === 'tool' && entry.callId === callId && !entry.done;
  if (!captions.turns.some(isThis)) return captions;
  const turns = captions.turns.flatMap((entry): Entry[] => {
    if (!isThis(entry)) return [entry];
    return ok ? [{ ...entry, done: true }] : [];
  });
  return { ...captions, turns };
}

/**
 * Reduces one event of the call. Pure.
 *
 * @param language of the details
 */
export function reduceCaptions(
  captions: Captions,
  event: CaptionEvent,
  language: CallCopy['language'],
  now: Date,
): Captions {
  switch (event.type) {
    case 'transcript':
      return addTranscript(captions, event);
    case 'typed':
      return addTyped(captions, event.text);
    case 'tool-calls':
      return event.calls.reduce((all, call) => addTool(all, call, language, now), captions);
    case 'tool-result':
      return finishTool(captions, event.id, event.ok);
  }
}

/** Once the call is over: the partial line becomes a finished turn, and what was not done is taken away. Pure. */
export function finishCaptions(captions: Captions): Captions {
  const { partial } = captions;
  const whole = partial ? addTranscript(captions, { ...partial, final: true }) : captions;
  const turns = whole.turns.filter((entry) => entry.kind === 'said' || entry.done);
  return turns.length === whole.turns.length ? whole : { ...whole, turns };
}
