import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Vapi } from '@vapi-ai/server-sdk';
import { jwtVerify } from 'jose';
import type { WebCall } from '@/lib/api';
import { findAssistant, type VoiceProviderOptions } from './assistants';
import type { Call } from './calls';
import { type Reply, WRONG_KEY } from './scenarios';

/** Restrictions of a token are not checked. */
async function isAllowed(authorization = '', { publicKey, privateKey }: VoiceProviderOptions) {
  const token = authorization.replace(/^Bearer /, '');
  if (token === publicKey) return true;
  if (!privateKey) return false;
  return jwtVerify(token, new TextEncoder().encode(privateKey)).then(
    () => true,
    () => false,
  );
}

/** Answers `POST /call/web`; `onCreated` gets the call, unless the request is refused. */
export async function createCall(
  { authorization, host }: IncomingHttpHeaders,
  { assistantId = '', assistantOverrides = {} }: Vapi.CreateWebCallDto,
  options: VoiceProviderOptions,
  onCreated: (call: Call, maxSeconds: number) => void,
): Promise<Reply> {
  if (!(await isAllowed(authorization, options))) return WRONG_KEY;
  const { scenario, settings } = findAssistant(assistantId, options);
  if (scenario.refusal) return scenario.refusal;

  const id = randomUUID();
  const now = new Date().toISOString();
  const maxSeconds = assistantOverrides.maxDurationSeconds ?? settings.maxDurationSeconds;
  // The call machine reads them there.
  const parameters = new URLSearchParams({ assistantId, maxSeconds: String(maxSeconds) });
  const origin = `http://${host}`;
  const roomUrl = `${origin}/rooms/${id}?${parameters}`;
  const call = {
    id,
    orgId: settings.orgId,
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
  onCreated(call, maxSeconds);
  await sleep(scenario.answerMs, undefined, { ref: false });
  return { status: 201, body: answer };
}
