import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Vapi } from '@vapi-ai/server-sdk';
import { jwtVerify } from 'jose';
import * as z from 'zod';
import type { WebCall } from '@/lib/api';
import type { Assistants } from './assistants';
import type { Call } from './calls';
import { createError, findScenario, parsePlan, type Reply, WRONG_KEY } from './scenarios';

export type Keys = {
  publicKey: string;
  /** Signs public JWTs, and opens all routes but `POST /call/web`. */
  privateKey?: string | undefined;
  /** Public JWTs must name it. */
  orgId?: string | undefined;
};

const forbid = (what: string) => createError(403, 'Forbidden', `This key does not allow ${what}.`);

const DURATION = 'assistantOverrides.maxDurationSeconds must be an integer from 10 to 43200';
const bodySchema = z.object({
  assistantId: z.string('assistantId must be a string').min(1, 'assistantId must not be empty'),
  assistant: z.unknown().optional(),
  assistantOverrides: z
    .looseObject(
      { maxDurationSeconds: z.int(DURATION).min(10, DURATION).max(43_200, DURATION).optional() },
      'assistantOverrides must be an object',
    )
    .default({}),
} satisfies { [Name in keyof Vapi.CreateWebCallDto]?: z.ZodType });

/** A missing restriction restricts nothing. */
const claimsSchema = z.object({
  orgId: z.string(),
  token: z.object({
    tag: z.literal('public'),
    restrictions: z
      .object({
        allowedOrigins: z.array(z.string()).optional(),
        allowedAssistantIds: z.array(z.string()).optional(),
        allowTransientAssistant: z.boolean().optional(),
      })
      .default({}),
  }),
});

/** Undefined: the bearer may do nothing. */
async function readRestrictions(
  authorization: string | undefined,
  { publicKey, privateKey, orgId }: Keys,
) {
  if (authorization === `Bearer ${publicKey}`) return {};
  const [, token = ''] = /^Bearer (.+)$/.exec(authorization ?? '') ?? [];
  if (!privateKey) return undefined;
  const options = { algorithms: ['HS256'], requiredClaims: ['exp'] };
  const verified = await jwtVerify(token, new TextEncoder().encode(privateKey), options).catch(
    () => undefined,
  );
  const claims = claimsSchema.safeParse(verified?.payload).data;
  return claims && claims.orgId === orgId ? claims.token.restrictions : undefined;
}

/** Answers `POST /call/web`. Without a call, the request or its scenario is refused. */
export async function createCall(
  headers: IncomingHttpHeaders,
  body: unknown,
  keys: Keys,
  assistants: Assistants,
): Promise<{ reply: Reply; call?: Call }> {
  // The hosted service's network checks the user agent before anything else.
  if (!headers['user-agent']) return { reply: { status: 403, body: 'error code: 1010' } };
  const restrictions = await readRestrictions(headers.authorization, keys);
  if (!restrictions) return { reply: WRONG_KEY };
  const { allowedOrigins, allowedAssistantIds, allowTransientAssistant } = restrictions;
  if (allowedOrigins && !allowedOrigins.includes(headers.origin ?? ''))
    return { reply: forbid('calls from this origin') };
  const { data, error } = bodySchema.safeParse(body);
  if (error) {
    const messages = error.issues.map(({ message }) => message);
    return { reply: createError(400, 'Bad Request', messages) };
  }
  const { assistantId, assistantOverrides } = data;
  if (data.assistant !== undefined && allowTransientAssistant === false)
    return { reply: forbid('transient assistants') };
  if (allowedAssistantIds && !allowedAssistantIds.includes(assistantId))
    return { reply: forbid('this assistant') };

  const plan = parsePlan(assistantId);
  const assistant = assistants.find(assistantId);
  const { refusal } = findScenario(assistantId);
  if (refusal || !plan || !assistant) return { reply: refusal ?? 'cut' };

  const id = randomUUID();
  const now = new Date().toISOString();
  const maxSeconds = assistantOverrides.maxDurationSeconds ?? assistant.maxDurationSeconds;
  // The call machine reads its plan there.
  const parameters = new URLSearchParams({ ...plan, maxSeconds: String(maxSeconds) });
  const origin = `http://${headers.host}`;
  const roomUrl = `${origin}/rooms/${id}?${parameters}`;
  const call = {
    id,
    orgId: assistant.orgId,
    createdAt: now,
    updatedAt: now,
    type: 'webCall',
    status: 'queued',
    assistantId,
    assistantOverrides,
    monitor: { controlUrl: `${origin}/call/${id}/control` },
  } satisfies Call;
  const answer = {
    ...call,
    webCallUrl: roomUrl,
    artifactPlan: { videoRecordingEnabled: false },
    assistant: { voice: { provider: 'vapi', voiceId: 'Elliot' } },
    transport: { provider: 'daily', callUrl: roomUrl },
  } satisfies Vapi.Call & WebCall;
  return { reply: { status: 201, body: answer }, call };
}
