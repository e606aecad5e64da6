import type { StateEvent } from '@/lib/call/types';
import type { ConnectionEvent, VoiceSdk } from './voice-sdk';

/** The other side stops sending after 30 seconds without a sign of us (RFC 7675). */
const LOST_AFTER_MS = 30_000;
/** What has arrived so lately is evidence that the connection works. */
const EVIDENCE_MS = 2_000;

/**
 * The connection of a live call. Times are epoch ms: timers and `performance.now()` may stop while
 * the device sleeps.
 */
export class Connection {
  /** The last good moment of a connection that is lost. */
  lostAt = Infinity;
  private steadyAt = Infinity;
  private arrivedAt = 0;
  private isOnline = true;
  /** The parts of the room's connection that are interrupted. */
  private readonly interrupted = new Set<unknown>();
  /** Whether the page may have been asleep since the last check, or the connection interrupted. */
  private isInDoubt = false;

  constructor(private readonly emit: (event: StateEvent) => void) {}

  /** Call it with the answer: before, there is no connection to lose. */
  watch(signal: AbortSignal): void {
    this.steadyAt = Date.now();
    for (const type of ['online', 'offline'])
      window.addEventListener(type, () => this.noticeNetwork(type === 'online'), { signal });
    document.addEventListener('freeze', () => (this.isInDoubt = true), { signal });
  }

  /** Call it before joining. */
  listen(sdk: Pick<VoiceSdk, 'on'>): void {
    const noticeArrival = () => (this.arrivedAt = Date.now());
    sdk.on('message', noticeArrival);
    sdk.on('volume-level', (level) => level > 0 && noticeArrival());
    sdk.on('network-connection', (raw) => {
      const { type, event }: Partial<ConnectionEvent> = raw ?? {};
      if (event === 'interrupted') this.interrupted.add(type);
      else this.interrupted.delete(type);
      this.emitState();
    });
  }

  check(): void {
    if (this.steadyAt === Infinity) return;
    const now = Date.now();
    if (this.isInDoubt && now - this.steadyAt >= LOST_AFTER_MS)
      this.lostAt = Math.min(this.lostAt, this.steadyAt);
    const isSteady = (this.isOnline && this.interrupted.size === 0) || this.hasArrived;
    if (isSteady) this.steadyAt = now;
    // Only a page that is hidden or frozen is put to sleep: its timers stop, and so does the call.
    this.isInDoubt = !isSteady || document.visibilityState !== 'visible';
    this.emitState();
  }

  private noticeNetwork(isOnline: boolean): void {
    this.isOnline = isOnline;
    this.emitState();
  }

  private get hasArrived(): boolean {
    return Date.now() - this.arrivedAt < EVIDENCE_MS;
  }

  /** A room that reports trouble is believed at once, the browser only while nothing arrives. */
  private emitState(): void {
    const isUp = this.interrupted.size === 0 && (this.isOnline || this.hasArrived);
    this.emit({ type: 'connection', connection: isUp ? 'steady' : 'interrupted' });
  }
}
