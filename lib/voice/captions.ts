import type { Speaker } from './sdk-messages';

interface Caption {
  id: number;
  who: Speaker;
  text: string;
}

/** What both sides said: finished turns, and what is being said right now. */
export interface Captions {
  turns: Caption[];
  partial: { who: Speaker; text: string } | null;
}

export const noCaptions: Captions = { turns: [], partial: null };

/**
 * Adds one transcript to the captions. A final text replaces its own speaker's partial line; the
 * other side's partial line stays, since both can speak at once.
 */
export function addTranscript(
  captions: Captions,
  transcript: { who: Speaker; final: boolean; text: string },
): Captions {
  const { who, text } = transcript;
  if (!transcript.final) return { ...captions, partial: { who, text } };
  const turn = { id: captions.turns.length + 1, who, text };
  const partial = captions.partial?.who === who ? null : captions.partial;
  return { turns: [...captions.turns, turn], partial };
}

/** The captions of a call that is over: nobody is saying anything any more. */
export function settleCaptions(captions: Captions): Captions {
  if (!captions.partial) return captions;
  const turn = { id: captions.turns.length + 1, ...captions.partial };
  return { turns: [...captions.turns, turn], partial: null };
}
