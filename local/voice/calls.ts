import type { Rights } from './credentials';

/** One call, as its creator sent it. */
export type CallOrder = {
  id: string;
  assistantId: string;
  assistantOverrides: Record<string, unknown>;
  /** The longest that it may last: its own, or its assistant's. */
  maxSeconds: number;
  credential: Rights['credential'];
  /** Those of the request that created it. */
  headers: { origin?: string | undefined; 'user-agent'?: string | undefined };
};

export type KnownCall = CallOrder & { status: 'queued' | 'in-progress' | 'ended' };

export type EndedCall = { call: CallOrder; endedReason: string; durationSeconds: number };

type Entry = {
  call: KnownCall;
  joinedAt: number | undefined;
  timer: ReturnType<typeof setTimeout>;
};

/**
 * The calls of one provider, in memory. A call ends when its visitor leaves, or when its maximum has passed since the visitor
 * joined; one that nobody joins ends when its maximum has passed since it was created.
 */
export class Calls {
  private readonly entries = new Map<string, Entry>();

  /**
   * @param onEnd is told once of each call that ends
   * @param limit how many calls are remembered; the oldest is forgotten for the next
   */
  constructor(
    private readonly onEnd: (ended: EndedCall) => void,
    private readonly limit = 10_000,
  ) {}

  add(order: CallOrder): void {
    const call: KnownCall = { ...order, status: 'queued' };
    const timer = this.endLater(call, 'customer-did-not-answer');
    this.entries.set(call.id, { call, joinedAt: undefined, timer });
    const [oldest] = this.entries.values();
    if (this.entries.size <= this.limit || !oldest) return;
    clearTimeout(oldest.timer);
    this.entries.delete(oldest.call.id);
  }

  find(id: string): KnownCall | undefined {
    return this.entries.get(id)?.call;
  }

  /** All that are remembered, the oldest first. */
  list(): KnownCall[] {
    return [...this.entries.values()].map(({ call }) => call);
  }

  /** @returns false when the call is not known */
  join(id: string): boolean {
    const entry = this.entries.get(id);
    if (entry?.call.status === 'queued') {
      entry.call.status = 'in-progress';
      entry.joinedAt = Date.now();
      clearTimeout(entry.timer);
      entry.timer = this.endLater(entry.call, 'exceeded-max-duration');
    }
    return entry !== undefined;
  }

  /** @returns false when the call is not known */
  leave(id: string, endedReason: string): boolean {
    const entry = this.entries.get(id);
    if (entry && entry.call.status !== 'ended') {
      entry.call.status = 'ended';
      clearTimeout(entry.timer);
      const durationSeconds = (Date.now() - (entry.joinedAt ?? Date.now())) / 1000;
      this.onEnd({ call: entry.call, endedReason, durationSeconds });
    }
    return entry !== undefined;
  }

  /** Forgets every call; none of them ends any more. */
  close(): void {
    for (const { timer } of this.entries.values()) clearTimeout(timer);
    this.entries.clear();
  }

  private endLater(call: KnownCall, endedReason: string) {
    return setTimeout(() => this.leave(call.id, endedReason), call.maxSeconds * 1000);
  }
}
