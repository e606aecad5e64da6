import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Vapi } from '@vapi-ai/server-sdk';
import { SignJWT } from 'jose';
import * as z from 'zod';
import type { CallRefusal } from '@/lib/call/state/call-refusals';
import type { SdkWebCall } from '@/lib/call/sdk/voice-sdk';
import type { TicketClaims } from './call-ticket';
import { getEnv } from '@/lib/server/env';
import { getFailureCode } from '@/lib/server/observe/failure-code';
import { log, getRequestId } from '@/lib/server/observe/log';

export const HOSTED_PROVIDER = 'https://api.vapi.ai';
/** The provider refuses requests without a user agent. */
export const USER_AGENT = 'agency-site';
export const ENDED_STATUS: Vapi.CallStatus = 'ended';
const CREATE_TIMEOUT_MS = 10_000;
const STATUS_TIMEOUT_MS = 4_000;
const TOKEN_SECONDS = 60;
/** The provider needs a moment to notice that a visitor has left. */
const NOTICE_DELAY_MS = 5_000;

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

/** Schemas for fields of a published type. Each has to accept every value of its field. */
export type FieldsOf<Published> = {
  [Name in keyof Published]?: { decode: (value: Published[Name]) => unknown };
};

/** A schema for every field that the SDK reads. A new field fails the type check. */
type ReadBySdk<Shape> = { [Name in keyof Required<Shape>]: z.ZodType };

/** The SDK joins the call at `webCallUrl`, which is missing in the published types. */
type PublishedWebCall = Vapi.Call & Pick<SdkWebCall, 'webCallUrl'>;

/** The browser gets only the fields that the SDK reads. */
const createdCallSchema = z.object({
  id: z.string().nullish(),
  webCallUrl: z.string(),
  artifactPlan: z
    .object({
      videoRecordingEnabled: z.boolean().nullish(),
    } satisfies FieldsOf<Vapi.ArtifactPlan>)
    .nullish(),
  assistant: z
    .object({
      voice: z
        .object({ provider: z.string().nullish() } satisfies FieldsOf<Vapi.CreateAssistantDtoVoice>)
        .nullish(),
    } satisfies FieldsOf<Vapi.CreateAssistantDto>)
    .nullish(),
  transport: z
    .object({ callToken: z.string().nullish() } satisfies FieldsOf<Vapi.CallTransport.Daily>)
    .nullish(),
} satisfies FieldsOf<PublishedWebCall> & ReadBySdk<SdkWebCall>);

type CreatedCall = z.output<typeof createdCallSchema>;

type CreateCallResult =
  | { ok: true; call: CreatedCall }
  /** `mayExist`: the answer is missing or unreadable, so the call may have been created. */
  | { ok: false; refusal: CallRefusal; mayExist: boolean };

const REFUSALS_BY_STATUS: Readonly<Record<number, CallRefusal>> = {
  400: 'unknown_assistant',
  401: 'provider_rejected',
  402: 'provider_quota',
  403: 'provider_rejected',
  404: 'unknown_assistant',
  429: 'calls_busy',
};

/** Errors that occur before the request is sent, so that no call can exist. */
const UNSENT_ERROR_CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Creates a call at the provider, with the server's own key and settings. Never throws. */
export async function createCall({
  id: ticketId,
  assistantId,
}: TicketClaims): Promise<CreateCallResult> {
  const { SITE_URL, CALL_MAX_SECONDS, CALL_RECORDING } = getEnv();
  const startedAt = performance.now();
  const logRefusal = (refusal: CallRefusal, facts: { status?: number; failure?: string }) => {
    log.error(
      { refusal, ms: Math.round(performance.now() - startedAt), ...facts },
      'no call created',
    );
    return refusal;
  };
  try {
    const response = await requestProvider('/call/web', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await createPublicCredential(assistantId)}`,
        'content-type': 'application/json',
        origin: SITE_URL,
        'user-agent': USER_AGENT,
      },
      body: JSON.stringify({
        assistantId,
        assistantOverrides: {
          maxDurationSeconds: CALL_MAX_SECONDS,
          clientMessages: CLIENT_MESSAGES,
          metadata: { requestId: getRequestId(), ticketId },
          artifactPlan: { recordingEnabled: CALL_RECORDING, videoRecordingEnabled: false },
        },
      } satisfies Vapi.CreateWebCallDto),
      signal: AbortSignal.timeout(CREATE_TIMEOUT_MS),
    });
    const { status } = response;
    if (!response.ok) {
      const refusal = REFUSALS_BY_STATUS[status] ?? 'provider_failed';
      return { ok: false, refusal: logRefusal(refusal, { status }), mayExist: false };
    }
    const created = createdCallSchema.safeParse(await response.json().catch(() => null));
    if (created.success) return { ok: true, call: created.data };
    return { ok: false, refusal: logRefusal('provider_failed', { status }), mayExist: true };
  } catch (error) {
    const failure = getFailureCode(error);
    const refusal = logRefusal('provider_failed', { failure });
    return { ok: false, refusal, mayExist: !UNSENT_ERROR_CODES.has(failure) };
  }
}

/** The provider's record of a call, reduced to its status and our ticket. */
export const callRecordSchema = z
  .object({
    status: z.string().optional(),
    assistantOverrides: z
      .object({
        metadata: z.record(z.string(), z.unknown()).optional(),
      } satisfies FieldsOf<Vapi.AssistantOverrides>)
      .optional(),
  } satisfies FieldsOf<Vapi.Call>)
  .transform(({ status, assistantOverrides }) => ({
    status,
    ticketId: assistantOverrides?.metadata?.['ticketId'],
  }));

/**
 * Asks the provider once, after five seconds, whether a call is over. Needs VAPI_PRIVATE_KEY. Never
 * throws.
 *
 * @param callId from the browser, so the call has to have been created with the same ticket
 */
export async function hasCallEnded(callId: string, { id }: TicketClaims): Promise<boolean> {
  await sleep(NOTICE_DELAY_MS);
  try {
    const response = await requestProvider(`/call/${callId}`, {
      headers: { authorization: `Bearer ${getEnv().VAPI_PRIVATE_KEY}`, 'user-agent': USER_AGENT },
      signal: AbortSignal.timeout(STATUS_TIMEOUT_MS),
    });
    const { status, ticketId } = callRecordSchema.parse(await response.json());
    return status === ENDED_STATUS && ticketId === id;
  } catch {
    return false;
  }
}

/**
 * The credential for the provider's browser API: the public key or, if VAPI_PRIVATE_KEY and
 * VAPI_ORG_ID are set, a token that is valid for one minute, this assistant and our origin.
 * https://docs.vapi.ai/customization/jwt-authentication
 */
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

function requestProvider(path: string, init: RequestInit): Promise<Response> {
  const { VAPI_API_URL = HOSTED_PROVIDER } = getEnv();
  return fetch(VAPI_API_URL.replace(/\/$/, '') + path, { ...init, cache: 'no-store' });
}
