/** How long the room may stay open after the end, and a participant may be away. */
const GRACE_MS = 4_000;

/** Tells when a call is over, although its room is still open. Times are epoch ms. */
export class EndDetector {
  /** The latest time at which the provider ends the call. */
  endsAt = Infinity;
  endedReason: string | undefined;
  private providerEndedAt = Infinity;
  private aloneSince = Infinity;
  private hadOthers = false;

  noticeProviderEnd(endedReason: string | undefined): void {
    this.endedReason = endedReason;
    this.providerEndedAt = Math.min(this.providerEndedAt, Date.now());
  }

  noticeRoom(hasOthers: boolean): void {
    this.hadOthers ||= hasOthers;
    if (hasOthers) this.aloneSince = Infinity;
    else if (this.hadOthers) this.aloneSince = Math.min(this.aloneSince, Date.now());
  }

  get isPastTimeLimit(): boolean {
    return Date.now() >= this.endsAt;
  }

  /** When the call ended; null while it goes on, and until the room has had time to close. */
  get overSince(): number | null {
    const end = Math.min(this.providerEndedAt, this.aloneSince, this.endsAt);
    return Date.now() >= end + GRACE_MS ? end : null;
  }
}
