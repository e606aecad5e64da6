import { randomUUID } from 'node:crypto';
import type { Vapi } from '@vapi-ai/server-sdk';
import * as z from 'zod';
import type { SdkWebCall } from '@/lib/call/sdk/voice-sdk';
import type { Assistants } from './assistants';
import type { NewCall } from './calls';
import { type Keys, type Permissions, readPermissions } from './credentials';
import {
  createErrorReply,
  createJsonReply,
  type HttpReply,
  isAllowedOrigin,
  WRONG_KEY_REPLY,
} from './http';
import {
  buildRoomUrl,
  findRefusedCall,
  type Pace,
  parsePlan,
  type Plan,
  type ScenarioId,
} from './scenarios';

export type CreateCallRequest = {
  authorization: string | undefined;
  headers: NewCall['headers'];
  body: Record<string, unknown>;
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

const ON_OR_OFF = z.boolean().optional();
const DURATION_RULE = 'assistantOverrides.maxDurationSeconds must';
const ID_RULE = 'assistantId must be a non-empty string';
const overridesSchema = z.looseObject(
  {
    maxDurationSeconds: z
      .int(`${DURATION_RULE} be an integer number`)
      .min(10, `${DURATION_RULE} not be less than 10`)
      .max(43_200, `${DURATION_RULE} not be greater than 43200`)
      .optional(),
    artifactPlan: z
      .looseObject({
        recordingEnabled: ON_OR_OFF,
        loggingEnabled: ON_OR_OFF,
        transcriptPlan: z.looseObject({ enabled: ON_OR_OFF }).optional(),
      } satisfies { [Name in keyof Vapi.ArtifactPlan]?: z.ZodType })
      .optional(),
    monitorPlan: z
      .looseObject({ listenEnabled: ON_OR_OFF, controlEnabled: ON_OR_OFF } satisfies {
        [Name in keyof Vapi.MonitorPlan]?: z.ZodType;
      })
      .optional(),
  } satisfies { [Name in keyof Vapi.AssistantOverrides]?: z.ZodType },
  'assistantOverrides must be an object',
);
const bodySchema = z.object({
  assistantId: z.string(ID_RULE).min(1, ID_RULE),
  assistant: z.unknown().optional(),
  assistantOverrides: overridesSchema.default({}),
} satisfies { [Name in keyof Vapi.CreateWebCallDto]?: z.ZodType });

function allowsOrigin(
  { headers: { origin }, allowedOrigins }: CreateCallRequest,
  permissions: Permissions,
): boolean {
  const isOurs =
    origin === undefined
      ? // The public key is restricted to the provider's origins.
        permissions.credential !== 'public-key'
      : isAllowedOrigin(origin, allowedOrigins);
  return isOurs && (permissions.allowedOrigins?.includes(origin ?? '') ?? true);
}

/** Creates the reply of a scenario in which no call is created; undefined for the others. */
export function createRefusal(scenario: ScenarioId): HttpReply | undefined {
  const reply = findRefusedCall(scenario)?.reply;
  return typeof reply === 'object' && 'message' in reply
    ? createErrorReply(reply.status, reply.message)
    : reply;
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

/** Answers `POST /call/web`. */
export async function answerCallRequest(request: CreateCallRequest): Promise<CreatedCall> {
  const { authorization, headers, keys, providerUrl } = request;
  const refuse = (status: number, message: unknown) => ({
    reply: createErrorReply(status, message),
  });
  // The hosted service's network checks the user agent before anything else.
  if (!headers['user-agent'])
    return { reply: { status: 403, type: 'text/plain', body: 'error code: 1010' } };
  const permissions = await readPermissions(authorization, keys);
  if (!permissions) return { reply: WRONG_KEY_REPLY };
  if (!allowsOrigin(request, permissions))
    return refuse(403, 'This key does not allow calls from this origin.');
  const { data, error } = bodySchema.safeParse(request.body);
  if (error)
    return refuse(
      400,
      error.issues.map(({ message }) => message),
    );
  const { assistantId, assistantOverrides } = data;
  if (data.assistant !== undefined && !permissions.allowTransientAssistant)
    return refuse(403, 'This key does not allow transient assistants.');
  if (!(permissions.allowedAssistantIds?.includes(assistantId) ?? true))
    return refuse(403, 'This key does not allow this assistant.');

  const plan = parsePlan(assistantId);
  const refusal = plan && createRefusal(plan.scenario);
  if (refusal) return { reply: refusal, plan };
  const assistant = request.assistants.find(assistantId);
  if (!plan || !assistant)
    return refuse(404, `Couldn't get the assistant: "${assistantId}" does not exist.`);

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
  const pacedPlan = { ...plan, pace: plan.pace ?? request.pace };
  const roomUrl = buildRoomUrl(providerUrl, id, pacedPlan, maxSeconds);
  return {
    plan,
    newCall: { ...call, maxSeconds, credential, headers },
    reply: createJsonReply(201, {
      ...call,
      webCallUrl: roomUrl,
      artifactPlan: { videoRecordingEnabled: false },
      assistant: { voice: { provider: 'vapi', voiceId: 'Elliot' } },
      transport: { provider: 'daily', callUrl: roomUrl },
      monitor: createMonitor(call, providerUrl),
    } satisfies Vapi.Call & SdkWebCall),
  };
}
