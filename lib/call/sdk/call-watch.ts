import type { Connection } from './connection';

const CHECK_INTERVAL_MS = 500;
const ANSWER_TIMEOUT_MS = 25_000;
/** How long the room may stay open after the end, and a participant may be away. */
const GRACE_MS = 4_000;

/** Tells when a call is over although nothing says so. Times are epoch ms, as in `Connection`. */
export class CallWatch {
  startedAt = Infinity;
  /** The latest time at which the provider ends the call. */
  endsAt = Infinity;
  endedReason: string | undefined;
  private answerDeadline = Infinity;
  private providerEndedAt = Infinity;
  private aloneSince = Infinity;
  private hadOthers = false;

  constructor(
    private readonly connection: Connection,
    private readonly signal: AbortSignal,
  ) {}

  /** @param check called twice a second, and when the page is hidden or shown */
  start(check: () => void): void {
    const timer = setInterval(check, CHECK_INTERVAL_MS);
    this.signal.addEventListener('abort', () => clearInterval(timer));
    document.addEventListener('visibilitychange', check, { signal: this.signal });
    this.extendAnswerDeadline();
  }

  extendAnswerDeadline(): void {
    if (this.startedAt === Infinity) this.answerDeadline = Date.now() + ANSWER_TIMEOUT_MS;
  }

  noticeAnswer(): void {
    this.startedAt = Date.now();
    this.answerDeadline = Infinity;
    this.hadOthers = true;
    this.connection.watch(this.signal);
  }

  noticeProviderEnd(endedReason: string | undefined): void {
    this.endedReason = endedReason;
    this.providerEndedAt = Math.min(this.providerEndedAt, Date.now());
  }

  noticeOthers(hasOthers: boolean): void {
    this.hadOthers ||= hasOthers;
    if (hasOthers) this.aloneSince = Infinity;
    else if (this.hadOthers) this.aloneSince = Math.min(this.aloneSince, Date.now());
  }

  /** `over`: its room has had time to close. */
  check(): 'no-answer' | 'over' | 'lost' | null {
    const now = Date.now();
    if (now >= this.answerDeadline) return 'no-answer';
    if (!this.isLost && now >= this.endedAt + GRACE_MS) return 'over';
    this.connection.check();
    return this.isLost ? 'lost' : null;
  }

  /** Nothing that is sent now is heard. */
  get hasEnded(): boolean {
    return Date.now() >= this.endedAt;
  }

  get isPastTimeLimit(): boolean {
    return Date.now() >= this.endsAt;
  }

  /** Infinity while the call goes on. */
  get endedAt(): number {
    const { lostAt } = this.connection;
    return Math.min(this.providerEndedAt, this.aloneSince, this.endsAt, lostAt);
  }

  private get isLost(): boolean {
    return this.connection.lostAt < Infinity;
  }
}
