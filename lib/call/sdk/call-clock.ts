import type { LiveFacts } from '@/lib/call/types';
import type { ConnectionEvent, VoiceSdk } from './voice-sdk';

const TICK_INTERVAL_MS = 500;
const ANSWER_TIMEOUT_MS = 25_000;
/** How long the room may stay open after the end, and a participant may be away. */
const GRACE_MS = 4_000;
/** The other side stops sending after 30 seconds without a sign of us (RFC 7675). */
const LOST_AFTER_MS = 30_000;
/** What has arrived so lately is evidence that the connection works. */
const EVIDENCE_MS = 2_000;

/**
 * Tells when a call is over although nothing says so. Times are epoch ms: timers and
 * `performance.now()` may stop while the device sleeps.
 */
export class CallClock {
  startedAt = Infinity;
  /** The latest time at which the provider ends the call. */
  endsAt = Infinity;
  endedReason: string | undefined;
  private answerDeadline = Infinity;
  private providerEndedAt = Infinity;
  private aloneSince = Infinity;
  private hadOthers = false;
  /** The last good moment of the connection. Before the answer, there is none to lose. */
  private steadyAt = Infinity;
  private arrivedAt = 0;
  private isOnline = true;
  /** The parts of the room's connection that are interrupted. */
  private readonly interrupted = new Set<unknown>();
  /** Whether the page may have been asleep since the last tick, or the connection interrupted. */
  private isInDoubt = false;

  constructor(private readonly change: (facts: Partial<LiveFacts>) => void) {}

  /** @param tick called twice a second, and when the page is hidden or shown */
  start(tick: () => void, signal: AbortSignal): void {
    const timer = setInterval(tick, TICK_INTERVAL_MS);
    signal.addEventListener('abort', () => clearInterval(timer));
    document.addEventListener('visibilitychange', tick, { signal });
    document.addEventListener('freeze', () => (this.isInDoubt = true), { signal });
    const noticeNetwork = ({ type }: Event) => {
      this.isOnline = type === 'online';
      this.tellConnection();
    };
    for (const type of ['online', 'offline'])
      window.addEventListener(type, noticeNetwork, { signal });
    this.extendAnswerDeadline();
  }

  listen(sdk: Pick<VoiceSdk, 'on'>): void {
    const noticeArrival = () => (this.arrivedAt = Date.now());
    sdk.on('message', noticeArrival);
    sdk.on('volume-level', (level) => level > 0 && noticeArrival());
    sdk.on('network-connection', (raw) => {
      const { type, event }: Partial<ConnectionEvent> = raw ?? {};
      if (event === 'interrupted') this.interrupted.add(type);
      else this.interrupted.delete(type);
      this.tellConnection();
    });
  }

  extendAnswerDeadline(): void {
    if (this.startedAt === Infinity) this.answerDeadline = Date.now() + ANSWER_TIMEOUT_MS;
  }

  noticeAnswer(): void {
    this.startedAt = this.steadyAt = Date.now();
    this.answerDeadline = Infinity;
    this.hadOthers = true;
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
  verdict(now: number): 'no-answer' | 'over' | 'lost' | null {
    if (now >= this.answerDeadline) return 'no-answer';
    if (now >= this.finishedAt + GRACE_MS) return 'over';
    return this.isInDoubt && now - this.steadyAt >= LOST_AFTER_MS ? 'lost' : null;
  }

  /** Call it after a verdict, which is about the time before. */
  noticeConnection(now: number): void {
    if (this.startedAt === Infinity) return;
    const isSteady = (this.isOnline && this.interrupted.size === 0) || this.hasArrived;
    if (isSteady) this.steadyAt = now;
    // Only a page that is hidden or frozen is put to sleep: its timers stop, and so does the call.
    this.isInDoubt = !isSteady || document.visibilityState !== 'visible';
    this.tellConnection();
  }

  /** Infinity while the call goes on. Nothing that is sent later is heard. */
  findEnd(now: number): number {
    return this.verdict(now) === 'lost' ? this.steadyAt : this.finishedAt;
  }

  get isPastTimeLimit(): boolean {
    return Date.now() >= this.endsAt;
  }

  private get finishedAt(): number {
    return Math.min(this.providerEndedAt, this.aloneSince, this.endsAt);
  }

  private get hasArrived(): boolean {
    return Date.now() - this.arrivedAt < EVIDENCE_MS;
  }

  /** A room that reports trouble is believed at once, the browser only while nothing arrives. */
  private tellConnection(): void {
    const isUp = this.interrupted.size === 0 && (this.isOnline || this.hasArrived);
    this.change({ connection: isUp ? 'steady' : 'interrupted' });
  }
}
