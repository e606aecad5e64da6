import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Vapi } from '@vapi-ai/server-sdk';
import { SignJWT } from 'jose';
import * as z from 'zod';
import type { CallRequest, WebCall } from '@/lib/api';
import type { CallRefusal } from '@/lib/call/failures';
import type { SdkWebCall } from '@/lib/call/sdk/voice-sdk';
import type { Variables } from '@/lib/outreach/prospect';
import type { CallHandle } from '@/lib/server/database/results';
import { getEnv } from '@/lib/server/env';
import { getFailureCode, getRequestId, log, UNSENT_FAILURES } from '@/lib/server/log/log';

// All that is asked of the voice provider. No function throws.

export const HOSTED_PROVIDER = 'https://api.vapi.ai';
/** The provider refuses requests without a user agent. */
export const USER_AGENT = 'agency-site';
export const ENDED_STATUS: Vapi.CallStatus = 'ended';

const CREATE_TIMEOUT_MS = 10_000;
const TOKEN_SECONDS = 60;
const TIMEOUT_MS = 2000;
/** The provider needs a moment to end a call. */
const WAITS_MS = [500, 1500, 3000];
const LIST_TIMEOUT_MS = 10_000;
const PAGE_CALLS = 100;
/** How far the provider's clock may be from ours. */
const CLOCK_MARGIN_MS = 5 * 60_000;

/** Nobody has joined the call. */
export const UNSTARTED: ReadonlySet<string | undefined> = new Set<Vapi.CallStatus>([
  'scheduled',
  'queued',
  'ringing',
]);

/** The provider's defaults, and the results of the assistant's tools. */
const CLIENT_MESSAGES: Vapi.AssistantOverridesClientMessagesItem[] = [
  'conversation-update',
  'function-call',
  'hang',
  'model-output',
  'speech-update',
  'status-update',
  'transfer-update',
  'transcript',
  'tool-calls',
  'user-interrupted',
  'voice-input',
  'workflow.node.started',
  'assistant.started',
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

/** Schemas for fields of a published type. Each has to accept every value of its field. */
export type FieldsOf<Published> = {
  [Name in keyof Published]?: { decode: (value: Published[Name]) => unknown };
};

/** What the SDK joins with; a new field fails the type check. The others are about video. */
type ReadBySdk = {
  [Name in Exclude<keyof SdkWebCall, 'id' | 'artifactPlan' | 'assistant'>]-?: z.ZodType;
};

/** The published types lack `webCallUrl`. */
type PublishedWebCall = Vapi.Call & Pick<SdkWebCall, 'webCallUrl'>;

const webCallSchema = z.object({
  webCallUrl: z.string(),
  transport: z
    .object({ callToken: z.string().nullish() } satisfies FieldsOf<Vapi.CallTransport.Daily>)
    .nullish(),
} satisfies FieldsOf<PublishedWebCall> & ReadBySdk);

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

type CreateCallResult =
  | { ok: true; call: WebCall; handle: CallHandle }
  /** `mayExist`: nothing proves that no call was created. */
  | { ok: false; refusal: CallRefusal; mayExist: boolean };

const REFUSALS_BY_STATUS: Readonly<Record<number, CallRefusal>> = {
  400: 'unknown_assistant',
  401: 'provider_rejected',
  402: 'provider_quota',
  403: 'provider_rejected',
  404: 'unknown_assistant',
  429: 'calls_busy',
};

/** A gateway has waited too long, or the connection was closed: nginx's 499, Cloudflare's 460. */
const TIMEOUT_STATUSES = new Set([408, 460, 499]);

/** A gateway's answer is no proof: the provider behind it, which speaks JSON, may have a call. */
async function provesNoCall(response: Response): Promise<boolean> {
  const { status } = response;
  const isRefusal = status >= 400 && status < 500 && !TIMEOUT_STATUSES.has(status);
  return isRefusal && z.looseObject({}).safeParse(await readJson(response)).success;
}

const readJson = (response: Response): Promise<unknown> => response.json().catch(() => null);

/** @param variables what the assistant's texts may use */
export async function createCall(
  { id, assistantId }: CallRequest,
  variables: Variables = {},
): Promise<CreateCallResult> {
  const { SITE_URL, CALL_MAX_SECONDS, CALL_RECORDING } = getEnv();
  const startedAt = performance.now();
  const fail = (
    refusal: CallRefusal,
    mayExist: boolean,
    facts: { status?: number; failure?: string },
  ) => {
    const ms = Math.round(performance.now() - startedAt);
    log.error({ refusal, ms, ...facts }, 'no call created');
    return { ok: false, refusal, mayExist } as const;
  };
  try {
    const response = await send('/call/web', CREATE_TIMEOUT_MS, {
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
    const { status } = response;
    if (!response.ok) {
      const refusal = REFUSALS_BY_STATUS[status] ?? 'provider_failed';
      return fail(refusal, !(await provesNoCall(response)), { status });
    }
    const answer = await readJson(response);
    const created = webCallSchema.safeParse(answer);
    if (!created.success) return fail('provider_failed', true, { status });
    return { ok: true, call: created.data, handle: callSchema.parse(answer).handle };
  } catch (error) {
    const failure = getFailureCode(error);
    return fail('provider_failed', !UNSENT_FAILURES.has(failure), { failure });
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

/**
 * Returns whether the call is known to be over. Waits five seconds in all between requests. The
 * handle has the call's id or its control URL.
 */
export async function endAtProvider({ call_id, control_url }: CallHandle): Promise<boolean> {
  const { VAPI_PRIVATE_KEY } = getEnv();
  if (VAPI_PRIVATE_KEY !== undefined && call_id !== null) return endAndAsk(call_id, control_url);
  // Without the key, the control URL's answer is all there is; without a URL, the browser's word.
  return control_url === null || endUnasked(control_url);
}

async function endAndAsk(callId: string, controlUrl: string | null): Promise<boolean> {
  let url = controlUrl;
  let isAccepted = false;
  for (const waitMs of WAITS_MS) {
    const call = await readCall(callId);
    if (call?.status === ENDED_STATUS) return true;
    url ??= call?.handle.control_url ?? null;
    if (url && isSuccess(await requestEnd(url))) isAccepted = true;
    await sleep(waitMs);
  }
  const call = await readCall(callId);
  // An accepted end is enough where nobody is in the call.
  return call?.status === ENDED_STATUS || (isAccepted && UNSTARTED.has(call?.status));
}

async function endUnasked(controlUrl: string): Promise<boolean> {
  for (const waitMs of [0, ...WAITS_MS]) {
    await sleep(waitMs);
    const status = await requestEnd(controlUrl);
    if (isSuccess(status) || status === 404 || status === 410) return true;
  }
  return false;
}

const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300;

// https://docs.vapi.ai/calls/call-features
async function requestEnd(controlUrl: string): Promise<number | null> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'end-call' }),
  };
  const response = await send(controlUrl, TIMEOUT_MS, init).catch(() => null);
  await response?.body?.cancel().catch(() => undefined);
  return response?.status ?? null;
}

const authorize = () => ({
  headers: { authorization: `Bearer ${getEnv().VAPI_PRIVATE_KEY}` },
});

async function readCall(callId: string): Promise<ProviderCall | null> {
  try {
    const response = await send(`/call/${callId}`, TIMEOUT_MS, authorize());
    return response.ok ? callSchema.parse(await response.json()) : null;
  } catch {
    return null;
  }
}

/** Lists an assistant's calls created between two moments (epoch ms); null if a page is missing. */
export async function listCalls(
  assistantId: string,
  from: number,
  to: number,
): Promise<ProviderCall[] | null> {
  const deadline = AbortSignal.timeout(LIST_TIMEOUT_MS);
  const listPages = async (first: number, last: number): Promise<ProviderCall[]> => {
    const query = new URLSearchParams({
      assistantId,
      createdAtGe: new Date(first).toISOString(),
      createdAtLe: new Date(last).toISOString(),
      limit: String(PAGE_CALLS),
    } satisfies Partial<Record<keyof Vapi.ListCallsRequest, string>>);
    const response = await send(`/call?${query}`, deadline, authorize());
    if (!response.ok) throw new Error(`status ${response.status}`);
    const calls = z.array(callSchema).parse(await response.json());
    if (calls.length < PAGE_CALLS) return calls;
    // A full page has left calls out, in whatever order.
    if (last - first < 2) throw new Error('too many calls at once');
    const middle = Math.floor((first + last) / 2);
    return [...(await listPages(first, middle)), ...(await listPages(middle, last))];
  };
  try {
    return await listPages(from - CLOCK_MARGIN_MS, to + CLOCK_MARGIN_MS);
  } catch (error) {
    log.warn({ failure: getFailureCode(error) }, 'calls not listed');
    return null;
  }
}

/** `target`: a path of the provider's API, or a control URL. */
async function send(
  target: string,
  timeout: number | AbortSignal,
  { headers, ...init }: RequestInit,
): Promise<Response> {
  const { VAPI_API_URL = HOSTED_PROVIDER } = getEnv();
  const url = target.startsWith('/') ? VAPI_API_URL.replace(/\/$/, '') + target : target;
  return fetch(url, {
    ...init,
    headers: { ...headers, 'user-agent': USER_AGENT },
    cache: 'no-store',
    redirect: 'manual',
    signal: typeof timeout === 'number' ? AbortSignal.timeout(timeout) : timeout,
  });
}
