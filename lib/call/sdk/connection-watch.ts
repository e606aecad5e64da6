import type { CallEvent } from '@/lib/call/types';
import type { ConnectionEvent, VoiceSdk } from './voice-sdk';

/** The other side stops sending after 30 seconds without a sign of us (RFC 7675). */
const LOST_AFTER_MS = 30_000;

/** Tells how the connection of a call is, also if the SDK reports nothing. Times are epoch ms. */
export class ConnectionWatch {
  /** When the connection was lost; undefined while the call may go on. */
  lostAt: number | undefined;
  private steadyAt = Date.now();
  private readonly interrupted = new Set<ConnectionEvent['type'] | 'network' | undefined>();
  /** Whether the page may have been asleep since the last check, or the connection interrupted. */
  private isInDoubt = false;
  private readonly controller = new AbortController();

  constructor(sdk: Pick<VoiceSdk, 'on'>, emit: (event: CallEvent) => void) {
    const notice = (type: ConnectionEvent['type'] | 'network' | undefined, isUp: boolean) => {
      if (isUp) this.interrupted.delete(type);
      else this.interrupted.add(type);
      emit({ type: 'connection', connection: this.isInterrupted ? 'interrupted' : 'steady' });
    };
    sdk.on('network-connection', (raw) => {
      const { type, event }: Partial<ConnectionEvent> = raw ?? {};
      notice(type, event !== 'interrupted');
    });
    const { signal } = this.controller;
    window.addEventListener('offline', () => notice('network', false), { signal });
    window.addEventListener('online', () => notice('network', true), { signal });
    document.addEventListener('freeze', () => (this.isInDoubt = true), { signal });
  }

  /** Call it twice a second, and when the page is hidden or shown. */
  check(): void {
    const now = Date.now();
    if (this.isInDoubt && now - this.steadyAt >= LOST_AFTER_MS) this.lostAt ??= this.steadyAt;
    if (!this.isInterrupted) this.steadyAt = now;
    // Only a page that is hidden or frozen is put to sleep: its timers stop, and so does the call.
    this.isInDoubt = this.isInterrupted || document.visibilityState !== 'visible';
  }

  stop(): void {
    this.controller.abort();
  }

  private get isInterrupted(): boolean {
    return this.interrupted.size > 0;
  }
}
