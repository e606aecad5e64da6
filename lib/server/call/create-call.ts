import 'server-only';
import type { Vapi } from '@vapi-ai/server-sdk';
import { SignJWT } from 'jose';
import * as z from 'zod';
import type { CallRequest, WebCall } from '@/lib/api';
import type { CallRefusal } from '@/lib/call/failures';
import type { Variables } from '@/lib/outreach/prospect';
import type { CallHandle } from '@/lib/server/database/results';
import { getEnv } from '@/lib/server/env';
import { getFailureCode, getRequestId, log, UNSENT_FAILURES } from '@/lib/server/log/log';
import { askProvider, callSchema } from './provider';

const CREATE_TIMEOUT_MS = 10_000;
const TOKEN_SECONDS = 60;

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

/** The provider speaks JSON. Other answers are a gateway's; 408 says that one gave up waiting. */
async function provesNoCall(response: Response): Promise<boolean> {
  const { status } = response;
  const isRefusal = status >= 400 && status < 500 && status !== 408;
  return isRefusal && z.looseObject({}).safeParse(await readJson(response)).success;
}

const readJson = (response: Response): Promise<unknown> => response.json().catch(() => null);

/** `variables`: what the assistant's texts may use. Never throws. */
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
