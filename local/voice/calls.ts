import type { Vapi } from '@vapi-ai/server-sdk';

const DOLLARS_PER_MINUTE = 0.05;

export type EndedReason = Vapi.ServerMessageEndOfCallReportEndedReason;

export type Call = Vapi.Call & {
  assistantId: string;
  assistantOverrides: Vapi.AssistantOverrides;
  status: Extract<Vapi.CallStatus, 'queued' | 'in-progress' | 'ended'>;
};
export type EndedCall = Call & { endedReason: EndedReason; endedAt: string };

export class Calls {
  private readonly calls = new Map<string, Call>();

  constructor(private readonly onEnd: (call: EndedCall) => void) {}

  /** Ends the call at its limit, for example when its browser was killed. */
  add = (call: Call, maxSeconds: number): void => {
    this.calls.set(call.id, call);
    setTimeout(() => this.leave(call.id, 'exceeded-max-duration'), maxSeconds * 1000).unref();
  };

  find = (id: string): Call | undefined => this.calls.get(id);

  /** The latest first. The hosted service reads times and a limit, too. */
  list = (assistantId?: string): Call[] =>
    [...this.calls.values()]
      .reverse()
      .filter((call) => assistantId === undefined || call.assistantId === assistantId);

  /** Returns false if the call is not known. */
  join(id: string): boolean {
    const call = this.calls.get(id);
    if (call?.status === 'queued')
      Object.assign(call, { status: 'in-progress', startedAt: new Date().toISOString() });
    return call !== undefined;
  }

  /** Returns false if the call is not known. */
  leave(id: string, endedReason: EndedReason): boolean {
    const call = this.calls.get(id);
    if (call && call.status !== 'ended') {
      const end = { status: 'ended', endedReason, endedAt: new Date().toISOString() } as const;
      this.onEnd(Object.assign(call, end));
    }
    return call !== undefined;
  }
}

/** Posts a call's end-of-call report once, without retries, as the hosted service does. */
export async function reportEnd(call: EndedCall, url: string, secret = ''): Promise<void> {
  const { startedAt, endedAt, endedReason } = call;
  const durationSeconds = (Date.parse(endedAt) - Date.parse(startedAt ?? endedAt)) / 1000;
  const message = {
    type: 'end-of-call-report',
    call,
    endedReason,
    startedAt,
    endedAt,
    durationSeconds,
    cost: Number(((durationSeconds / 60) * DOLLARS_PER_MINUTE).toFixed(4)),
    artifact: {},
    analysis: {},
    // The published type lacks the duration that the hosted service sends.
  } satisfies Vapi.ServerMessageEndOfCallReport & { durationSeconds: number };
  const headers = { 'content-type': 'application/json', 'x-vapi-secret': secret };
  await fetch(url, { method: 'POST', headers, body: JSON.stringify({ message }) }).then(
    ({ status }) => console.log(`The report of a call's end was answered with ${status}`),
    (error) => console.log(`The report of a call's end did not arrive: ${String(error)}`),
  );
}
