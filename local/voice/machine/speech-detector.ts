/** Speech is at least this many times louder than the background. */
const speechToNoise = 3;
const minimumNoise = 0.004;
const maximumNoise = 0.02;
const minimumSpeechMs = 120;
const pauseMs = 800;

/**
 * Detects speech by the microphone's level. It adapts to the background noise, so that a fan does not count as speech.
 * Speech without a pause counts as stopped after `maxMs`.
 */
export class SpeechDetector {
  private noise = minimumNoise;
  private loudMs = 0;
  private startedAt = 0;
  private lastLoudAt = -Infinity;
  private lastAt: number | undefined;
  private speaking = false;

  constructor(private readonly maxMs: number) {}

  /**
   * Call it about every 50 ms.
   *
   * @param level 0–1
   * @param now ms
   */
  update(level: number, now: number): 'started' | 'stopped' | undefined {
    const elapsed = now - (this.lastAt ?? now);
    this.lastAt = now;
    const loud = level > Math.max(0.012, this.noise * speechToNoise);
    // Falls at once, rises slowly.
    const noise = level < this.noise ? level : this.noise + (level - this.noise) * 0.01;
    this.noise = Math.min(maximumNoise, Math.max(minimumNoise, noise));

    if (loud) {
      if (now - this.lastLoudAt > pauseMs) this.loudMs = 0;
      this.loudMs += elapsed;
      this.lastLoudAt = now;
    }
    if (!this.speaking && loud && this.loudMs >= minimumSpeechMs) {
      this.speaking = true;
      this.startedAt = now;
      return 'started';
    }
    const over = now - this.lastLoudAt > pauseMs || now - this.startedAt > this.maxMs;
    if (this.speaking && over) {
      this.speaking = false;
      this.loudMs = 0;
      return 'stopped';
    }
    return undefined;
  }
}
