import type { CallEvent } from '@/lib/call/types';

const CHECK_INTERVAL_MS = 500;
const ANSWER_TIMEOUT_MS = 25_000;
/** How long the room may stay open after the end, and a participant may be away. */
const GRACE_MS = 4_000;
/** The other side stops sending after 30 seconds without a sign of us (RFC 7675). */
const LOST_AFTER_MS = 30_000;
/** What has arrived so lately is evidence that the connection works. */
const EVIDENCE_MS = 2_000;

const OFFLINE = 'offline';

/**
 * Tells when a call is over although nothing says so, and how its connection is. Times are epoch
 * ms: timers and `performance.now()` may stop while the device sleeps.
 */
export class CallWatch {
  startedAt = Infinity;
  /** The latest time at which the provider ends the call. */
  endsAt = Infinity;
  endedReason: string | undefined;
  private answerDeadline = Infinity;
  private providerEndedAt = Infinity;
  private aloneSince = Infinity;
  private hadOthers = false;
  private lostAt = Infinity;
  private steadyAt = Infinity;
  private arrivedAt = 0;
  private readonly interrupted = new Set<unknown>();
  /** Whether the page may have been asleep since the last check, or the connection interrupted. */
  private isInDoubt = false;

  constructor(
    private readonly emit: (event: CallEvent) => void,
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

  /** Before the answer there is no connection to lose. */
  noticeAnswer(): void {
    const { signal } = this;
    this.startedAt = this.steadyAt = Date.now();
    this.answerDeadline = Infinity;
    this.hadOthers = true;
    window.addEventListener('offline', () => this.noticeConnection(OFFLINE, false), { signal });
    window.addEventListener('online', () => this.noticeConnection(OFFLINE, true), { signal });
    document.addEventListener('freeze', () => (this.isInDoubt = true), { signal });
  }

  noticeProviderEnd(endedReason: string | undefined): void {
    this.endedReason = endedReason;
    this.providerEndedAt = Math.min(this.providerEndedAt, Date.now());
  }

  noticeRoom(hasOthers: boolean): void {
    this.hadOthers ||= hasOthers;
    if (hasOthers) this.aloneSince = Infinity;
    else if (this.hadOthers) this.aloneSince = Math.min(this.aloneSince, Date.now());
  }

  /** @param part of the connection */
  noticeConnection(part: unknown, isUp: boolean): void {
    if (isUp) this.interrupted.delete(part);
    else this.interrupted.add(part);
    this.emitConnection();
  }

  /** Call it when sound or a message has arrived. */
  noticeArrival(): void {
    this.arrivedAt = Date.now();
  }

  /** `over`: its room has had time to close. */
  check(): 'no-answer' | 'over' | 'lost' | null {
    const now = Date.now();
    if (now >= this.answerDeadline) return 'no-answer';
    if (this.lostAt === Infinity && now >= this.endedAt + GRACE_MS) return 'over';
    if (this.startedAt < Infinity) this.checkConnection(now);
    return this.lostAt < Infinity ? 'lost' : null;
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
    return Math.min(this.providerEndedAt, this.aloneSince, this.endsAt, this.lostAt);
  }

  private checkConnection(now: number): void {
    if (this.isInDoubt && now - this.steadyAt >= LOST_AFTER_MS)
      this.lostAt = Math.min(this.lostAt, this.steadyAt);
    const isSteady = this.interrupted.size === 0 || this.hasArrived;
    if (isSteady) this.steadyAt = now;
    // Only a page that is hidden or frozen is put to sleep: its timers stop, and so does the call.
    this.isInDoubt = !isSteady || document.visibilityState !== 'visible';
    this.emitConnection();
  }

  private get hasArrived(): boolean {
    return Date.now() - this.arrivedAt < EVIDENCE_MS;
  }

  /** A room that reports trouble is believed at once, the browser only while nothing arrives. */
  private emitConnection(): void {
    const isOffline = this.interrupted.has(OFFLINE) && !this.hasArrived;
    const isInterrupted = isOffline || [...this.interrupted].some((part) => part !== OFFLINE);
    this.emit({ type: 'connection', connection: isInterrupted ? 'interrupted' : 'steady' });
  }
}
