const MIN_INTERVAL_MS = 100;

/** Calls `report` at the SDK's interval, until stopped or the call ends. */
export class LevelObserver {
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly report: () => void,
    signal: AbortSignal,
  ) {
    signal.addEventListener('abort', () => this.stop());
  }

  start(interval: unknown): void {
    this.stop();
    const requestedInterval = typeof interval === 'number' ? interval : 0;
    this.timer = setInterval(this.report, Math.max(MIN_INTERVAL_MS, requestedInterval));
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
