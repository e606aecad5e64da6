import type { Vapi } from '@vapi-ai/server-sdk';
import type { Rights } from './credentials';

/** Why calls end here. */
export const endedReasons = [
  'assistant-ended-call',
  'call.in-progress.error-vapifault-worker-died',
  'customer-did-not-answer',
  'customer-ended-call',
  'exceeded-max-duration',
  'manually-canceled',
  'silence-timed-out',
] as const satisfies readonly Vapi.ServerMessageEndOfCallReportEndedReason[];

export type EndedReason = (typeof endedReasons)[number];

/** A new call, with what only this provider tells of it. */
export type CallOrder = Vapi.Call & {
  assistantId: string;
  assistantOverrides: Vapi.AssistantOverrides;
  /** The longest that it may last: its own, or its assistant's. */
  maxSeconds: number;
  credential: Rights['credential'];
  /** Those of the request that created it. */
  headers: { origin?: string | undefined; 'user-agent'?: string | undefined };
};

export type KnownCall = CallOrder & {
  status: Extract<Vapi.CallStatus, 'queued' | 'in-progress' | 'ended'>;
};

/** A call that is over; without `startedAt` nobody had joined it. */
export type EndedCall = KnownCall & { endedReason: EndedReason; endedAt: string };

type Entry = { call: KnownCall; timer: ReturnType<typeof setTimeout> };

const now = () => new Date().toISOString();

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
    private readonly onEnd: (call: EndedCall) => void,
    private readonly limit = 10_000,
  ) {}

  add(order: CallOrder): void {
    const call: KnownCall = { ...order, status: 'queued' };
    const timer = this.endLater(call, 'customer-did-not-answer');
    this.entries.set(call.id, { call, timer });
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
      const startedAt = now();
      Object.assign(entry.call, { status: 'in-progress', startedAt, updatedAt: startedAt });
      clearTimeout(entry.timer);
      entry.timer = this.endLater(entry.call, 'exceeded-max-duration');
    }
    return entry !== undefined;
  }

  /** @returns false when the call is not known */
  leave(id: string, endedReason: EndedReason): boolean {
    const entry = this.entries.get(id);
    if (entry && entry.call.status !== 'ended') {
      const endedAt = now();
      const end = { status: 'ended', endedReason, endedAt, updatedAt: endedAt } as const;
      clearTimeout(entry.timer);
      this.onEnd(Object.assign(entry.call, end));
    }
    return entry !== undefined;
  }

  /** Forgets every call; none of them ends any more. */
  close(): void {
    for (const { timer } of this.entries.values()) clearTimeout(timer);
    this.entries.clear();
  }

  private endLater(call: KnownCall, endedReason: EndedReason) {
    return setTimeout(() => this.leave(call.id, endedReason), call.maxSeconds * 1000);
  }
}
