import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Vapi } from '@vapi-ai/server-sdk';
import { jwtVerify } from 'jose';
import type { WebCall } from '@/lib/api';
import { parsePlan, type Reply, WRONG_KEY } from './scenarios';

export type VoiceProviderOptions = {
  publicKey: string;
  /** Signs the tokens of single calls, and opens all routes but `POST /call/web`. */
  privateKey?: string;
  orgId?: string;
  /** Replaces settings of every assistant. */
  assistant?: object;
  /** Gets a report of each call's end, with the secret. */
  webhookUrl?: string | undefined;
  webhookSecret?: string;
};

export type EndedReason = Vapi.ServerMessageEndOfCallReportEndedReason;

type Call = Vapi.Call & {
  assistantId: string;
  assistantOverrides: Vapi.AssistantOverrides;
  status: Extract<Vapi.CallStatus, 'queued' | 'in-progress' | 'ended'>;
};
type EndedCall = Call & { endedReason: EndedReason; endedAt: string };

const DOLLARS_PER_MINUTE = 0.05;

/** docs/assistants.md asks for these settings. */
const SETTINGS = {
  firstMessage: 'Hello, I am an AI assistant on your own computer.',
  maxDurationSeconds: 300,
  artifactPlan: {
    recordingEnabled: false,
    loggingEnabled: false,
    transcriptPlan: { enabled: false },
  },
  analysisPlan: { summaryPlan: { enabled: false }, successEvaluationPlan: { enabled: false } },
  monitorPlan: { listenEnabled: false },
} satisfies Partial<Vapi.Assistant>;

/** Every id has an assistant; `unknown-assistant` creates no call. */
export const getAssistant = (
  id: string,
  { orgId = 'local-organisation', assistant }: VoiceProviderOptions,
) => ({ id, orgId, ...SETTINGS, ...assistant });

export class Calls {
  private readonly calls = new Map<string, Call>();

  constructor(private readonly options: VoiceProviderOptions) {}

  find = (id: string): Call | undefined => this.calls.get(id);

  /** The latest first. The hosted service reads times and a limit, too. */
  list = (assistantId?: string): Call[] =>
    [...this.calls.values()]
      .reverse()
      .filter((call) => assistantId === undefined || call.assistantId === assistantId);

  /** Answers `POST /call/web`. */
  async create(
    { authorization, host }: IncomingHttpHeaders,
    { assistantId = '', assistantOverrides = {} }: Vapi.CreateWebCallDto,
  ): Promise<Reply> {
    if (!(await this.isAllowed(authorization))) return WRONG_KEY;
    const { refusal, answerMs } = parsePlan(assistantId).scenario;
    if (refusal) return refusal;

    const { orgId, maxDurationSeconds } = getAssistant(assistantId, this.options);
    const id = randomUUID();
    const now = new Date().toISOString();
    const maxSeconds = assistantOverrides.maxDurationSeconds ?? maxDurationSeconds;
    // The call machine reads them there.
    const parameters = new URLSearchParams({ assistantId, maxSeconds: String(maxSeconds) });
    const origin = `http://${host}`;
    const roomUrl = `${origin}/rooms/${id}?${parameters}`;
    const call: Call = {
      id,
      orgId,
      createdAt: now,
      updatedAt: now,
      type: 'webCall',
      status: 'queued',
      assistantId,
      assistantOverrides,
      monitor: { controlUrl: `${origin}/call/${id}/control` },
    };
    const body = {
      ...call,
      webCallUrl: roomUrl,
      artifactPlan: { videoRecordingEnabled: false },
      assistant: { voice: { provider: 'vapi', voiceId: 'Elliot' } },
      transport: { provider: 'daily', callUrl: roomUrl },
    } satisfies Vapi.Call & WebCall;
    this.calls.set(id, call);
    // The browser may be killed.
    setTimeout(() => this.leave(id, 'exceeded-max-duration'), maxSeconds * 1000).unref();
    await sleep(answerMs, undefined, { ref: false });
    return { status: 201, body };
  }

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
      void this.reportEnd(Object.assign(call, end));
    }
    return call !== undefined;
  }

  /** The restrictions of a token are not checked. */
  private async isAllowed(authorization = ''): Promise<boolean> {
    const { publicKey, privateKey } = this.options;
    const token = authorization.replace(/^Bearer /, '');
    if (token === publicKey) return true;
    if (!privateKey) return false;
    return jwtVerify(token, new TextEncoder().encode(privateKey)).then(
      () => true,
      () => false,
    );
  }

  /** Posts an end-of-call report once, as for an assistant without a `backoffPlan`. */
  private async reportEnd(call: EndedCall): Promise<void> {
    const { webhookUrl, webhookSecret = '' } = this.options;
    if (!webhookUrl) return;
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
    const headers = { 'content-type': 'application/json', 'x-vapi-secret': webhookSecret };
    await fetch(webhookUrl, { method: 'POST', headers, body: JSON.stringify({ message }) }).then(
      ({ status }) => console.log(`The report of a call's end was answered with ${status}`),
      (error) => console.log(`The report of a call's end did not arrive: ${String(error)}`),
    );
  }
}
