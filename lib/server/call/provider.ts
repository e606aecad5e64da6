import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Vapi } from '@vapi-ai/server-sdk';
import { SignJWT } from 'jose';
import * as z from 'zod';
import type { CallRequest, WebCall } from '@/lib/api';
import type { CallRefusal } from '@/lib/call/failures';
import type { Variables } from '@/lib/outreach/prospect';
import type { CallHandle } from '@/lib/server/database/results';
import { getEnv } from '@/lib/server/env';
import { getFailureCode, getRequestId, log, UNSENT_FAILURES } from '@/lib/server/log/log';

// All that our server says to the voice provider.

export const HOSTED_PROVIDER = 'https://api.vapi.ai';
/** The provider refuses requests without a user agent. */
export const USER_AGENT = 'agency-site';
export const ENDED_STATUS: Vapi.CallStatus = 'ended';

const TIMEOUT_MS = 2000;
const CREATE_TIMEOUT_MS = 10_000;
const TOKEN_SECONDS = 60;
/** The provider needs a moment to end a call. */
const WAITS_MS = [0, 500, 1500, 3000];
const LIST_TIMEOUT_MS = 10_000;
/** The most that the provider lists. */
const MAX_LISTED_CALLS = 1000;
/** How far the provider's clock may be from ours. */
const CLOCK_MARGIN_MS = 5 * 60_000;

/** Nobody has joined the call. */
export const UNSTARTED: ReadonlySet<string | undefined> = new Set<Vapi.CallStatus>([
  'scheduled',
  'queued',
  'ringing',
]);

/** Schemas for fields of a published type. Each has to accept every value of its field. */
export type FieldsOf<Published> = {
  [Name in keyof Published]?: { decode: (value: Published[Name]) => unknown };
};

/** `ourId`: the browser's id; `handle`: how to reach the call. */
export const callSchema = z
  .object({
    // It becomes part of a URL.
    id: z
      .string()
      .regex(/^[\w-]{1,100}$/)
      .nullish()
      .catch(null),
    status: z.string().optional(),
    assistantOverrides: z
      .object({
        metadata: z.record(z.string(), z.unknown()).nullish(),
      } satisfies FieldsOf<Vapi.AssistantOverrides>)
      .nullish(),
    monitor: z
      .object({
        controlUrl: z
          .url({ protocol: /^https?$/ })
          .nullish()
          .catch(null),
      } satisfies FieldsOf<Vapi.Monitor>)
      .nullish()
      .catch(null),
  } satisfies FieldsOf<Vapi.Call>)
  .transform(({ id, status, assistantOverrides, monitor }) => ({
    ourId: assistantOverrides?.metadata?.['callId'],
    status,
    handle: { call_id: id ?? null, control_url: monitor?.controlUrl ?? null },
  }));

export type ProviderCall = z.output<typeof callSchema>;

/** What the page reads; the defaults would send the browser the assistant's prompts, too. */
const CLIENT_MESSAGES: Vapi.AssistantOverridesClientMessagesItem[] = [
  'status-update',
  'transcript',
  'tool-calls',
  'tool-calls-result',
];

/** Without a recording the provider keeps nothing that was said; its defaults would keep it all. */
const KEEP_NOTHING = {
  artifactPlan: {
    recordingEnabled: false,
    videoRecordingEnabled: false,
    loggingEnabled: false,
    transcriptPlan: { enabled: false },
  },
  analysisPlan: { summaryPlan: { enabled: false }, successEvaluationPlan: { enabled: false } },
  // We end a canceled call at its control URL.
  monitorPlan: { listenEnabled: false, controlEnabled: true },
} satisfies Vapi.AssistantOverrides;

const KEEP_RECORDING = {
  artifactPlan: { recordingEnabled: true, videoRecordingEnabled: false },
} satisfies Vapi.AssistantOverrides;

/** What the SDK joins with, but for video. The published types lack `webCallUrl`. */
const webCallSchema: z.ZodType<WebCall> = z.object({
  webCallUrl: z.string(),
  transport: z.object({ callToken: z.string().nullish() }).nullish(),
});

type CreatedCall = { fate: 'created'; call: WebCall; handle: CallHandle };
/** `unknown`: nothing proves that no call was created. */
type NoCall = { fate: 'refused' | 'unknown'; refusal: CallRefusal };

const REFUSALS_BY_STATUS: Readonly<Record<number, CallRefusal>> = {
  400: 'unknown_assistant',
  401: 'provider_rejected',
  402: 'provider_quota',
  403: 'provider_rejected',
  404: 'unknown_assistant',
  429: 'calls_busy',
};

/** `variables`: what the assistant's texts may use. Never throws. */
export async function createCall(
  { id, assistantId }: CallRequest,
  variables: Variables = {},
): Promise<CreatedCall | NoCall> {
  const { SITE_URL, CALL_MAX_SECONDS, CALL_RECORDING } = getEnv();
  const startedAt = performance.now();
  const fail = (call: NoCall, facts: { status: number } | { failure: string }) => {
    const ms = Math.round(performance.now() - startedAt);
    log.error({ refusal: call.refusal, ms, ...facts }, 'no call created');
    return call;
  };
  try {
    const response = await askProvider('/call/web', AbortSignal.timeout(CREATE_TIMEOUT_MS), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await createPublicCredential(assistantId)}`,
        'content-type': 'application/json',
        origin: SITE_URL,
      },
      body: JSON.stringify({
        assistantId,
        assistantOverrides: {
          maxDurationSeconds: CALL_MAX_SECONDS,
          clientMessages: CLIENT_MESSAGES,
          metadata: { requestId: getRequestId(), callId: id },
          ...(Object.keys(variables).length > 0 && { variableValues: variables }),
          ...(CALL_RECORDING ? KEEP_RECORDING : KEEP_NOTHING),
        },
      } satisfies Vapi.CreateWebCallDto),
    });
    const { ok, status } = response;
    const answer: unknown = await response.json().catch(() => null);
    const created = webCallSchema.safeParse(answer);
    if (ok && created.success)
      return { fate: 'created', call: created.data, handle: callSchema.parse(answer).handle };
    // The provider speaks JSON. Other answers are a gateway's; 408 says that one gave up waiting.
    const isRefusal = status >= 400 && status < 500 && status !== 408;
    const fate = isRefusal && z.looseObject({}).safeParse(answer).success ? 'refused' : 'unknown';
    return fail({ fate, refusal: REFUSALS_BY_STATUS[status] ?? 'provider_failed' }, { status });
  } catch (error) {
    const failure = getFailureCode(error);
    const fate = UNSENT_FAILURES.has(failure) ? 'refused' : 'unknown';
    return fail({ fate, refusal: 'provider_failed' }, { failure });
  }
}

// https://docs.vapi.ai/customization/jwt-authentication
/** The public key, or a token for a minute, this assistant and our origin. */
async function createPublicCredential(assistantId: string): Promise<string> {
  const { VAPI_PUBLIC_KEY = '', VAPI_PRIVATE_KEY, VAPI_ORG_ID, SITE_URL } = getEnv();
  if (!VAPI_PRIVATE_KEY || !VAPI_ORG_ID) return VAPI_PUBLIC_KEY;
  const restrictions = {
    enabled: true,
    allowedOrigins: [SITE_URL],
    allowedAssistantIds: [assistantId],
    allowTransientAssistant: false,
  };
  return new SignJWT({ orgId: VAPI_ORG_ID, token: { tag: 'public', restrictions } })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setExpirationTime(`${TOKEN_SECONDS}s`)
    .sign(new TextEncoder().encode(VAPI_PRIVATE_KEY));
}

/** Whether the provider tells our server about calls. */
export const canAskProvider = () => getEnv().VAPI_PRIVATE_KEY !== undefined;

/**
 * Returns whether the call is known to be over. Waits five seconds in all between requests. The
 * handle has the call's id or its control URL.
 */
export async function endAtProvider({ call_id, control_url }: CallHandle): Promise<boolean> {
  if (canAskProvider() && call_id !== null) return endAndAsk(call_id, control_url);
  // Without the key and a URL, the browser's word is all there is.
  return control_url === null ? !canAskProvider() : endUnasked(control_url);
}

async function endAndAsk(callId: string, controlUrl: string | null): Promise<boolean> {
  let call: ProviderCall | null = null;
  let isAccepted = false;
  for (const waitMs of WAITS_MS) {
    await sleep(waitMs);
    call = await readCall(callId);
    if (call?.status === ENDED_STATUS) return true;
    const url = controlUrl ?? call?.handle.control_url;
    if (url && isSuccess(await requestEnd(url))) isAccepted = true;
  }
  // An accepted end is enough where nobody is in the call.
  return isAccepted && UNSTARTED.has(call?.status);
}

async function endUnasked(controlUrl: string): Promise<boolean> {
  for (const waitMs of WAITS_MS) {
    await sleep(waitMs);
    const status = await requestEnd(controlUrl);
    // 404 and 410: there is no such call any more.
    if (isSuccess(status) || status === 404 || status === 410) return true;
  }
  return false;
}

const isSuccess = (status: number) => status >= 200 && status < 300;

// https://docs.vapi.ai/calls/call-features
/** Returns the status, 0 without an answer. */
async function requestEnd(controlUrl: string): Promise<number> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'end-call' }),
  };
  const response = await askProvider(controlUrl, AbortSignal.timeout(TIMEOUT_MS), init).catch(
    () => null,
  );
  await response?.body?.cancel().catch(() => undefined);
  return response?.status ?? 0;
}

const authorize = () => ({
  headers: { authorization: `Bearer ${getEnv().VAPI_PRIVATE_KEY}` },
});

async function readCall(callId: string): Promise<ProviderCall | null> {
  try {
    const deadline = AbortSignal.timeout(TIMEOUT_MS);
    const response = await askProvider(`/call/${callId}`, deadline, authorize());
    return response.ok ? callSchema.parse(await response.json()) : null;
  } catch {
    return null;
  }
}

/** Lists an assistant's calls of a period (epoch ms); null if some may be missing. */
export async function listCalls(
  assistantId: string,
  from: number,
  to: number,
): Promise<ProviderCall[] | null> {
  const query = new URLSearchParams({
    assistantId,
    createdAtGe: new Date(from - CLOCK_MARGIN_MS).toISOString(),
    createdAtLe: new Date(to + CLOCK_MARGIN_MS).toISOString(),
    limit: String(MAX_LISTED_CALLS),
  } satisfies Partial<Record<keyof Vapi.ListCallsRequest, string>>);
  try {
    const deadline = AbortSignal.timeout(LIST_TIMEOUT_MS);
    const response = await askProvider(`/call?${query}`, deadline, authorize());
    if (!response.ok) throw new Error(`status ${response.status}`);
    const calls = z.array(callSchema).parse(await response.json());
    if (calls.length === MAX_LISTED_CALLS) throw new Error('too many calls');
    return calls;
  } catch (error) {
    log.warn({ failure: getFailureCode(error) }, 'calls not listed');
    return null;
  }
}

/** `target`: a path of the provider's API, or a control URL. Throws as `fetch` does. */
async function askProvider(
  target: string,
  signal: AbortSignal,
  { headers, ...init }: RequestInit,
): Promise<Response> {
  const { VAPI_API_URL = HOSTED_PROVIDER } = getEnv();
  const url = target.startsWith('/') ? VAPI_API_URL.replace(/\/$/, '') + target : target;
  return fetch(url, {
    ...init,
    headers: { ...headers, 'user-agent': USER_AGENT },
    cache: 'no-store',
    redirect: 'manual',
    signal,
  });
}
