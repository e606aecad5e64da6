import { randomUUID } from 'node:crypto';
import type { Vapi } from '@vapi-ai/server-sdk';
import * as z from 'zod';
import type { SdkWebCall } from '@/lib/call/sdk/voice-sdk';
import { type HttpReply, createJsonReply, createErrorReply, createWrongKeyReply } from './answer';
import type { Assistants } from './assistants';
import type { NewCall } from './calls';
import { type Keys, type Permissions, readPermissions } from './credentials';
import { isAllowedOrigin, parseObject } from './http';
import { type Pace, type Plan, parseAssistantId } from './scenarios';

export type CreateCallRequest = {
  authorization: string | undefined;
  headers: NewCall['headers'];
  /** Undefined if it is too long. */
  body: string | undefined;
  keys: Keys;
  assistants: Assistants;
  /** Origins besides loopback. */
  allowedOrigins: readonly string[];
  /** The provider's URL as the page knows it. */
  providerUrl: string;
  pace: Pace;
};

export type CreatedCall = {
  reply: HttpReply;
  /** Also set when the scenario is a failure. */
  plan?: Plan;
  /** Set if a call was created. */
  newCall?: NewCall;
};

const createUnknownAssistantReply = (id: string) =>
  createErrorReply(404, `Couldn't get the assistant: "${id}" does not exist.`);

const BOOLEAN = z.optional(z.boolean());
const DURATION_RULE = 'assistantOverrides.maxDurationSeconds must';
const bodySchema = z.object({
  assistantId: z
    .string('assistantId must be a non-empty string')
    .check(z.minLength(1, 'assistantId must be a non-empty string')),
  assistant: z.optional(z.unknown()),
  assistantOverrides: z._default(
    z.looseObject(
      {
        maxDurationSeconds: z.optional(
          z
            .int(`${DURATION_RULE} be an integer number`)
            .check(
              z.gte(10, `${DURATION_RULE} not be less than 10`),
              z.lte(43_200, `${DURATION_RULE} not be greater than 43200`),
            ),
        ),
        artifactPlan: z.optional(
          z.looseObject({
            recordingEnabled: BOOLEAN,
            loggingEnabled: BOOLEAN,
            transcriptPlan: z.optional(z.looseObject({ enabled: BOOLEAN })),
          } satisfies { [Name in keyof Vapi.ArtifactPlan]?: z.ZodType }),
        ),
        monitorPlan: z.optional(
          z.looseObject({ listenEnabled: BOOLEAN, controlEnabled: BOOLEAN } satisfies {
            [Name in keyof Vapi.MonitorPlan]?: z.ZodType;
          }),
        ),
      } satisfies { [Name in keyof Vapi.AssistantOverrides]?: z.ZodType },
      'assistantOverrides must be an object',
    ),
    {},
  ),
} satisfies { [Name in keyof Vapi.CreateWebCallDto]?: z.ZodType });

/** Returns an error if the request comes from a forbidden origin. */
function refuseOrigin(
  { headers: { origin }, allowedOrigins }: CreateCallRequest,
  permissions: Permissions,
): HttpReply | undefined {
  const forbidden = createErrorReply(403, 'This key does not allow calls from this origin.');
  // The public key is restricted to the provider's origins.
  if (origin === undefined && permissions.credential === 'public-key') return forbidden;
  if (origin !== undefined && !isAllowedOrigin(origin, allowedOrigins)) return forbidden;
  if (permissions.allowedOrigins && !permissions.allowedOrigins.includes(origin ?? ''))
    return forbidden;
  return undefined;
}

function refuseAssistant(
  body: z.infer<typeof bodySchema>,
  permissions: Permissions,
): HttpReply | undefined {
  if (body.assistant !== undefined && !permissions.allowTransientAssistant) {
    return createErrorReply(403, 'This key does not allow transient assistants.');
  }
  if (
    permissions.allowedAssistantIds &&
    !permissions.allowedAssistantIds.includes(body.assistantId)
  ) {
    return createErrorReply(403, 'This key does not allow this assistant.');
  }
  return undefined;
}

function simulateFailure({ scenario }: Plan): HttpReply | undefined {
  switch (scenario) {
    case 'wrong-key':
      return createWrongKeyReply();
    case 'bad-request':
      return createErrorReply(400, ['assistantOverrides.variableValues must be an object']);
    case 'payment-required':
      return createErrorReply(402, {
        text: 'Wallet balance is -0.01. Add credits.',
        code: 'balance',
      });
    case 'over-limit':
      return createErrorReply(429, 'Over Concurrency Limit.');
    case 'server-error':
      return {
        status: 502,
        type: 'text/html',
        body: '<!doctype html><title>502 Bad Gateway</title>',
      };
    case 'empty-body':
      return createJsonReply(201, {});
    case 'no-json':
      return { status: 201, type: 'application/json', body: '' };
    case 'unreachable':
      return 'cut';
    default:
      return undefined;
  }
}

/** Returns the URLs of a live call, which are on unless its `monitorPlan` switches them off. */
export function createMonitor(
  { id, assistantOverrides }: Pick<NewCall, 'id' | 'assistantOverrides'>,
  providerUrl: string,
): Vapi.Monitor {
  const { listenEnabled = true, controlEnabled = true } = assistantOverrides.monitorPlan ?? {};
  const url = `${providerUrl}/call/${id}`;
  return {
    ...(listenEnabled && { listenUrl: `${url.replace(/^http/, 'ws')}/listen` }),
    ...(controlEnabled && { controlUrl: `${url}/control` }),
  };
}

/** Answers `POST /call/web`. The room's URL contains the plan and the call's maximum. */
export async function createCall(request: CreateCallRequest): Promise<CreatedCall> {
  const { authorization, headers, keys, pace, providerUrl } = request;
  // The hosted service's network checks the user agent before anything else.
  if (!headers['user-agent']) {
    return { reply: { status: 403, type: 'text/plain', body: 'error code: 1010' } };
  }
  const permissions = await readPermissions(authorization, keys);
  if (!permissions) return { reply: createWrongKeyReply() };
  const originError = refuseOrigin(request, permissions);
  if (originError) return { reply: originError };
  const parsed = bodySchema.safeParse(parseObject(request.body));
  if (!parsed.success) {
    return {
      reply: createErrorReply(
        400,
        parsed.error.issues.map(({ message }) => message),
      ),
    };
  }
  const assistantError = refuseAssistant(parsed.data, permissions);
  if (assistantError) return { reply: assistantError };

  const { assistantId, assistantOverrides } = parsed.data;
  const plan = parseAssistantId(assistantId);
  const assistant = request.assistants.find(assistantId);
  if (!plan || !assistant) return { reply: createUnknownAssistantReply(assistantId) };
  const failure = simulateFailure(plan);
  if (failure) return { reply: failure, plan };

  const id = randomUUID();
  const now = new Date().toISOString();
  const call = {
    id,
    orgId: assistant.orgId,
    createdAt: now,
    updatedAt: now,
    type: 'webCall',
    status: 'queued',
    assistantId,
    assistantOverrides,
  } satisfies Vapi.Call;
  const { credential } = permissions;
  const maxSeconds = assistantOverrides.maxDurationSeconds ?? assistant.maxDurationSeconds;
  const room = new URL(`/rooms/${id}`, providerUrl);
  room.search = new URLSearchParams({
    ...plan,
    pace: plan.pace ?? pace,
    maxSeconds: String(maxSeconds),
  }).toString();
  return {
    plan,
    newCall: { ...call, maxSeconds, credential, headers },
    reply: createJsonReply(201, {
      ...call,
      webCallUrl: room.href,
      artifactPlan: { videoRecordingEnabled: false },
      assistant: { voice: { provider: 'vapi', voiceId: 'Elliot' } },
      transport: { provider: 'daily', callUrl: room.href },
      monitor: createMonitor(call, providerUrl),
    } satisfies Vapi.Call & SdkWebCall),
  };
}
