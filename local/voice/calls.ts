import type { Vapi } from '@vapi-ai/server-sdk';
import type { Permissions } from './credentials';

export const ENDED_REASONS = [
  'assistant-ended-call',
  'call.in-progress.error-vapifault-worker-died',
  'customer-did-not-answer',
  'customer-ended-call',
  'exceeded-max-duration',
  'manually-canceled',
  'silence-timed-out',
] as const satisfies readonly Vapi.ServerMessageEndOfCallReportEndedReason[];

export type EndedReason = (typeof ENDED_REASONS)[number];

/** A new call, with facts that only this provider has. */
export type NewCall = Vapi.Call & {
  assistantId: string;
  assistantOverrides: Vapi.AssistantOverrides;
  /** The call's own maximum, or its assistant's. */
  maxSeconds: number;
  credential: Permissions['credential'];
  /** The creating request's headers. */
  headers: { origin?: string | undefined; 'user-agent'?: string | undefined };
};

export type KnownCall = NewCall & {
  status: Extract<Vapi.CallStatus, 'queued' | 'in-progress' | 'ended'>;
};

/** Without `startedAt`, no one has joined the call. */
export type FinishedCall = KnownCall & { endedReason: EndedReason; endedAt: string };

const MAX_CALLS = 10_000;

type Entry = { call: KnownCall; timer: ReturnType<typeof setTimeout> };

const formatNow = () => new Date().toISOString();

/**
 * Keeps calls in memory. A call ends when its visitor leaves, or when its maximum has passed since
 * the visitor joined, or since its creation if no one joins.
 */
export class Calls {
  private readonly entries = new Map<string, Entry>();

  constructor(private readonly onEnd: (call: FinishedCall) => void) {}

  add(newCall: NewCall): void {
    const call: KnownCall = { ...newCall, status: 'queued' };
    const timer = this.scheduleEnd(call, 'customer-did-not-answer');
    this.entries.set(call.id, { call, timer });
    const [oldest] = this.entries.values();
    // A new call replaces the oldest.
    if (this.entries.size <= MAX_CALLS || !oldest) return;
    clearTimeout(oldest.timer);
    this.entries.delete(oldest.call.id);
  }

  find(id: string): KnownCall | undefined {
    return this.entries.get(id)?.call;
  }

  /** Lists all calls, the oldest first. */
  list(): KnownCall[] {
    return [...this.entries.values()].map(({ call }) => call);
  }

  /** Returns false if the call is not known. */
  join(id: string): boolean {
    const entry = this.entries.get(id);
    if (entry?.call.status === 'queued') {
      const startedAt = formatNow();
      Object.assign(entry.call, { status: 'in-progress', startedAt, updatedAt: startedAt });
      clearTimeout(entry.timer);
      entry.timer = this.scheduleEnd(entry.call, 'exceeded-max-duration');
    }
    return entry !== undefined;
  }

  /** Returns false if the call is not known. */
  leave(id: string, endedReason: EndedReason): boolean {
    const entry = this.entries.get(id);
    if (entry && entry.call.status !== 'ended') {
      const endedAt = formatNow();
      const end = { status: 'ended', endedReason, endedAt, updatedAt: endedAt } as const;
      clearTimeout(entry.timer);
      this.onEnd(Object.assign(entry.call, end));
    }
    return entry !== undefined;
  }

  /** Forgets all calls without ending them. */
  close(): void {
    for (const { timer } of this.entries.values()) clearTimeout(timer);
    this.entries.clear();
  }

  private scheduleEnd(call: KnownCall, endedReason: EndedReason) {
    return setTimeout(() => this.leave(call.id, endedReason), call.maxSeconds * 1000);
  }
}
