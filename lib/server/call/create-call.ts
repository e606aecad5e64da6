import 'server-only';
import type { Vapi } from '@vapi-ai/server-sdk';
import { SignJWT } from 'jose';
import * as z from 'zod';
import { FAILURES } from '@/lib/call/failures';
import { CALL_REFUSALS, type CallRefusal } from '@/lib/call/refusals';
import type { SdkWebCall } from '@/lib/call/sdk/voice-sdk';
import type { TicketClaims } from './call-ticket';
import type { CallHandle } from '@/lib/server/database/results';
import { getEnv } from '@/lib/server/env';
import { getFailureCode, UNSENT_FAILURES, log, getRequestId } from '@/lib/server/log/log';
import {
  CALL_ID_PATTERN,
  controlUrlSchema,
  type FieldsOf,
  getProviderUrl,
  sendToProvider,
  USER_AGENT,
} from './voice-provider';

const CREATE_TIMEOUT_MS = 10_000;
const TOKEN_SECONDS = 60;
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

/** A new field that the SDK reads fails the type check. */
type ReadBySdk<Shape> = { [Name in keyof Required<Shape>]: z.ZodType };

/** The published types lack `webCallUrl`. */
type PublishedWebCall = Vapi.Call & Pick<SdkWebCall, 'webCallUrl'>;

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

const handleSchema = z
  .object({
    id: z.string().regex(CALL_ID_PATTERN).nullish().catch(null),
    monitor: controlUrlSchema,
  } satisfies FieldsOf<PublishedWebCall>)
  .transform(({ id, monitor }) => ({ call_id: id ?? null, control_url: monitor }));

type CreateCallResult =
  | { ok: true; call: CreatedCall; handle: CallHandle }
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

export async function createCall({
  id: ticketId,
  assistantId,
}: TicketClaims): Promise<CreateCallResult> {
  const { SITE_URL, CALL_MAX_SECONDS, CALL_RECORDING } = getEnv();
  const startedAt = performance.now();
  const logRefusal = (refusal: CallRefusal, facts: { status?: number; failure?: string }) => {
    const level = FAILURES[CALL_REFUSALS[refusal]].alerts ? 'error' : 'warn';
    log[level](
      { refusal, ms: Math.round(performance.now() - startedAt), ...facts },
      'no call created',
    );
    return refusal;
  };
  try {
    const init = {
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
          ...(CALL_RECORDING ? KEEP_RECORDING : KEEP_NOTHING),
        },
      } satisfies Vapi.CreateWebCallDto),
      signal: AbortSignal.timeout(CREATE_TIMEOUT_MS),
    };
    const response = await sendToProvider(getProviderUrl('/call/web'), init);
    const { status } = response;
    if (!response.ok) {
      const refusal = REFUSALS_BY_STATUS[status] ?? 'provider_failed';
      const mayExist = !(await provesNoCall(response));
      return { ok: false, refusal: logRefusal(refusal, { status }), mayExist };
    }
    const answer = await readJson(response);
    const created = createdCallSchema.safeParse(answer);
    if (created.success)
      return { ok: true, call: created.data, handle: handleSchema.parse(answer) };
    return { ok: false, refusal: logRefusal('provider_failed', { status }), mayExist: true };
  } catch (error) {
    const failure = getFailureCode(error);
    const refusal = logRefusal('provider_failed', { failure });
    return { ok: false, refusal, mayExist: !UNSENT_FAILURES.has(failure) };
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
