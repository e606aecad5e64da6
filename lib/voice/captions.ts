import type { Speaker } from './call-events';

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
 * Adds one transcript. A final text replaces its speaker's partial line only, since both sides can speak at
 * the same time. Pure.
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

/** Makes the partial line a finished turn when the call is over. Pure. */
export function finishCaptions(captions: Captions): Captions {
  return captions.partial
    ? addTranscript(captions, { ...captions.partial, final: true })
    : captions;
}
