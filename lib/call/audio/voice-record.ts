export const SAMPLE_INTERVAL_MS = 100;
const SAMPLES_PER_BAR = 3;
export const BAR_MS = SAMPLES_PER_BAR * SAMPLE_INTERVAL_MS;

/** Quieter samples are a pause. */
const PAUSE_LEVEL = 0.02;
/** Amplifies the visitor's level, because microphones are quieter than the assistant. */
export const VISITOR_GAIN = 3;

/** Signed levels, -1 to 1: positive is the assistant, negative the visitor, 0 a pause. */
export type VoiceRecord = number[];

export function mixLevels(levels: Readonly<Record<'assistant' | 'visitor', number>>): number {
  const assistant = Math.min(1, levels.assistant);
  const visitor = Math.min(1, levels.visitor * VISITOR_GAIN);
  if (Math.max(assistant, visitor) < PAUSE_LEVEL) return 0;
  return assistant >= visitor ? assistant : -visitor;
}

/** Returns the mean loudness of the samples, with the sign of the louder side. */
function averageLevel(record: VoiceRecord, from: number, to: number): number {
  const samples = record.slice(from, to);
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return (Math.sign(sum(samples)) * sum(samples.map(Math.abs))) / samples.length;
}

/** Returns up to `count` bars: the newest of a running call, or a whole call, not stretched. */
export function computeBars(record: VoiceRecord, count: number, isLive: boolean): number[] {
  const { length } = record;
  const barCount = isLive ? Math.ceil(length / SAMPLES_PER_BAR) : Math.min(count, length);
  const samplesPerBar = isLive ? SAMPLES_PER_BAR : length / barCount;
  const findStart = (bar: number) => Math.floor(bar * samplesPerBar);
  const first = Math.max(0, barCount - count);
  return Array.from({ length: barCount - first }, (_, bar) =>
    averageLevel(record, findStart(first + bar), findStart(first + bar + 1)),
  );
}

export function recordVoice(
  levels: Readonly<Record<'assistant' | 'visitor', number>>,
  record: VoiceRecord,
  signal: AbortSignal,
): void {
  const timer = setInterval(() => record.push(mixLevels(levels)), SAMPLE_INTERVAL_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
}
