/** Levels below the floor times `overFloor` are background. */
const overFloor = 3;
const quietest = 0.004;
const loudestFloor = 0.02;
const enoughSpeechMs = 120;
const pauseMs = 800;

/**
 * Hears from the microphone's level when the visitor begins and stops speaking. Follows the room's
 * background noise, so a fan does not count as speech. `maxMs` ends an utterance that never pauses.
 */
export class Ear {
  private floor = quietest;
  private loudMs = 0;
  private startedAt = 0;
  private lastLoudAt = -Infinity;
  private lastAt: number | undefined;
  private speaking = false;

  constructor(private readonly maxMs: number) {}

  /** Takes the level at time `now` (ms, every 50 ms or so); says what changed with it. */
  hear(level: number, now: number): 'began' | 'stopped' | undefined {
    const elapsed = now - (this.lastAt ?? now);
    this.lastAt = now;
    const loud = level > Math.max(0.012, this.floor * overFloor);
    // Down at once, up slowly.
    const floor = level < this.floor ? level : this.floor + (level - this.floor) * 0.01;
    this.floor = Math.min(loudestFloor, Math.max(quietest, floor));

    if (loud) {
      if (now - this.lastLoudAt > pauseMs) this.loudMs = 0;
      this.loudMs += elapsed;
      this.lastLoudAt = now;
    }
    if (!this.speaking && loud && this.loudMs >= enoughSpeechMs) {
      this.speaking = true;
      this.startedAt = now;
      return 'began';
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
