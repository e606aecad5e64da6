const MIN_SPEECH_TO_NOISE = 3;
const MIN_SPEECH_LEVEL = 0.012;
const MIN_NOISE = 0.004;
const MAX_NOISE = 0.02;
const MIN_SPEECH_MS = 120;
const PAUSE_MS = 800;

/** Detects speech by level, above adaptive noise, for at most `maxMs` without a pause. */
export class SpeechDetector {
  private noise = MIN_NOISE;
  private loudMs = 0;
  private startedAt = 0;
  private lastLoudAt = -Infinity;
  private lastAt: number | undefined;
  private isSpeaking = false;

  constructor(private readonly maxMs: number) {}

  /** Takes a level (0–1) about every 50 ms; `now` is in ms. */
  update(level: number, now: number): 'started' | 'stopped' | undefined {
    const elapsed = now - (this.lastAt ?? now);
    this.lastAt = now;
    const isLoud = level > Math.max(MIN_SPEECH_LEVEL, this.noise * MIN_SPEECH_TO_NOISE);
    // The noise level falls at once and rises slowly.
    const noise = level < this.noise ? level : this.noise + (level - this.noise) * 0.01;
    this.noise = Math.min(MAX_NOISE, Math.max(MIN_NOISE, noise));

    if (isLoud) {
      if (now - this.lastLoudAt > PAUSE_MS) this.loudMs = 0;
      this.loudMs += elapsed;
      this.lastLoudAt = now;
    }
    if (!this.isSpeaking && isLoud && this.loudMs >= MIN_SPEECH_MS) {
      this.isSpeaking = true;
      this.startedAt = now;
      return 'started';
    }
    const hasEnded = now - this.lastLoudAt > PAUSE_MS || now - this.startedAt > this.maxMs;
    if (this.isSpeaking && hasEnded) {
      this.isSpeaking = false;
      this.loudMs = 0;
      return 'stopped';
    }
    return undefined;
  }
}
