const minimumMs = 100;

/** Calls `report` at the interval that the SDK asks for, until stopped or the call is over. */
export class LevelObserver {
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly report: () => void,
    over: AbortSignal,
  ) {
    over.addEventListener('abort', () => this.stop());
  }

  start(interval: unknown): void {
    this.stop();
    const ms = typeof interval === 'number' ? Math.max(minimumMs, interval) : minimumMs;
    this.timer = setInterval(this.report, ms);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
