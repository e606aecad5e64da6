/** How often a moment is recorded, in ms. */
export const momentMs = 100;

/** Quieter moments are a pause. */
const leastLevel = 0.02;

/**
 * Who was heard how loudly, moment by moment: the assistant above zero, the visitor below, a pause is 0. Values lie
 * between -1 and 1.
 */
export type VoiceRecord = number[];

/** A signed level: positive is the assistant, negative the visitor. Microphones are quieter than the assistant. */
export function mixLevels(levels: Readonly<Record<'assistant' | 'visitor', number>>): number {
  const assistant = Math.min(1, levels.assistant);
  const visitor = Math.min(1, levels.visitor * 3);
  if (Math.max(assistant, visitor) < leastLevel) return 0;
  return assistant >= visitor ? assistant : -visitor;
}

/** The mean loudness of a span, with the sign of its loudest moment. */
function meanOf(record: VoiceRecord, from: number, to: number): number {
  const span = record.slice(from, to);
  const sum = span.reduce((total, moment) => total + Math.abs(moment), 0);
  const loudest = span.reduce((most, it) => (Math.abs(it) > Math.abs(most) ? it : most), 0);
  return (Math.sign(loudest) * sum) / span.length;
}

/** Moments that one bar of a running call stands for. */
const perBar = 3;
/** How often a running call gets a new bar, in ms. */
export const barMs = perBar * momentMs;

/**
 * The newest bars of a call that goes on, the oldest first: fewer than `count` at its beginning.
 *
 * @returns bars between -1 and 1, as in the record
 */
export function latestBars(record: VoiceRecord, count: number): number[] {
  const bars = Math.ceil(record.length / perBar);
  const first = Math.max(0, bars - count);
  return Array.from({ length: bars - first }, (_, bar) =>
    meanOf(record, (first + bar) * perBar, (first + bar + 1) * perBar),
  );
}

/** The whole call in at most `count` bars: as many as it has moments, so that a short one is not stretched. */
export function allBars(record: VoiceRecord, count: number): number[] {
  const bars = Math.min(count, record.length);
  const at = (bar: number) => Math.floor((bar * record.length) / bars);
  return Array.from({ length: bars }, (_, bar) => meanOf(record, at(bar), at(bar + 1)));
}

/**
 * Records until the returned function is called.
 *
 * @param levels read at every moment
 * @param record gets them
 */
export function recordVoice(
  levels: Readonly<Record<'assistant' | 'visitor', number>>,
  record: VoiceRecord,
): () => void {
  const timer = setInterval(() => record.push(mixLevels(levels)), momentMs);
  return () => clearInterval(timer);
}
