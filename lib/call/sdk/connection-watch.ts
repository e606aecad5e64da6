import type { CallEvent } from '@/lib/call/types';

/** The other side stops sending after 30 seconds without a sign of us (RFC 7675). */
const LOST_AFTER_MS = 30_000;
/** What has arrived so lately is evidence that the connection works. */
const EVIDENCE_MS = 2_000;

const OFFLINE = 'offline';

/** Tells how the connection of a call is, also if the SDK reports nothing. Times are epoch ms. */
export class ConnectionWatch {
  /** When the connection was lost; undefined while the call may go on. */
  lostAt: number | undefined;
  private steadyAt = Date.now();
  private arrivedAt = 0;
  private readonly interrupted = new Set<unknown>();
  /** Whether the page may have been asleep since the last check, or the connection interrupted. */
  private isInDoubt = false;
  private readonly controller = new AbortController();

  constructor(private readonly emit: (event: CallEvent) => void) {
    const { signal } = this.controller;
    window.addEventListener('offline', () => this.notice(OFFLINE, false), { signal });
    window.addEventListener('online', () => this.notice(OFFLINE, true), { signal });
    document.addEventListener('freeze', () => (this.isInDoubt = true), { signal });
  }

  /** @param part of the connection */
  notice(part: unknown, isUp: boolean): void {
    if (isUp) this.interrupted.delete(part);
    else this.interrupted.add(part);
    this.emitState();
  }

  /** Call it when sound or a message has arrived. */
  noticeArrival(): void {
    this.arrivedAt = Date.now();
  }

  /** Call it twice a second, and when the page is hidden or shown. */
  check(): void {
    const now = Date.now();
    if (this.isInDoubt && now - this.steadyAt >= LOST_AFTER_MS) this.lostAt ??= this.steadyAt;
    const isSteady = this.interrupted.size === 0 || this.hasArrived;
    if (isSteady) this.steadyAt = now;
    // Only a page that is hidden or frozen is put to sleep: its timers stop, and so does the call.
    this.isInDoubt = !isSteady || document.visibilityState !== 'visible';
    this.emitState();
  }

  stop(): void {
    this.controller.abort();
  }

  private get hasArrived(): boolean {
    return Date.now() - this.arrivedAt < EVIDENCE_MS;
  }

  /** A room that reports trouble is believed at once, the browser only while nothing arrives. */
  private emitState(): void {
    const isOffline = this.interrupted.has(OFFLINE) && !this.hasArrived;
    const isInterrupted = isOffline || [...this.interrupted].some((part) => part !== OFFLINE);
    this.emit({ type: 'connection', connection: isInterrupted ? 'interrupted' : 'steady' });
  }
}
