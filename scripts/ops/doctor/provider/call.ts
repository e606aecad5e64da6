import type { Vapi } from '@vapi-ai/server-sdk';
import * as z from 'zod';
import type { Env } from '@/lib/server/env';
import { ENDED_STATUS, type FieldsOf } from '@/lib/server/call/voice-provider';
import { type FetchedResponse, sendRequest, parseBody } from '../http-request';
import { failed, ok, type Outcome, skipped, warning } from '../check';
import { createCheck } from '../probes';
import { askProvider, keepingSchema, listKept } from './provider-answers';

/** The site's own timeout for the provider is a little shorter. */
const SITE_TIMEOUT_MS = 11_000;
const POLL_INTERVAL_MS = 500;
const END_TIMEOUT_MS = 5000;

const ticketSchema = z.object({ ticket: z.string() });
const callIdSchema = z.object({ id: z.string() });
const errorSchema = z.object({ error: z.string() });
/** The defaults are the provider's. */
const callStateSchema = z.object({
  status: z.string().default('unknown'),
  monitor: z.object({ controlUrl: z.url().optional() } satisfies FieldsOf<Vapi.Monitor>).nullish(),
  assistantOverrides: z
    .object({
      maxDurationSeconds: z.number().default(600),
      ...keepingSchema,
    } satisfies FieldsOf<Vapi.AssistantOverrides>)
    .prefault({}),
} satisfies FieldsOf<Vapi.Call>);

/** Creates a call through the site, as a browser does, and ends it. It uses up budgets. */
export const createCallCheck = (isAsked: boolean) =>
  createCheck('call', isAsked ? ['provider', 'assistant', 'health'] : [], async ({ settings }) => {
    if (!isAsked) return skipped('not made: add --call');
    if (!settings.VAPI_PRIVATE_KEY)
      return skipped('not made: without VAPI_PRIVATE_KEY it could not be ended');
    const { VAPI_ASSISTANT_ID: assistantId } = settings;
    if (!assistantId) return skipped('not made: VAPI_ASSISTANT_ID is not set');

    const ticketAnswer = await postToSite(settings, '/api/call/ticket', { assistantId });
    const parsedTicket = ticketSchema.safeParse(parseBody(ticketAnswer));
    if (!parsedTicket.success) return describeRefusal('no ticket', ticketAnswer);
    const { ticket } = parsedTicket.data;
    const callAnswer = await postToSite(settings, '/api/call/web', { assistantId }, ticket);
    const created = callIdSchema.safeParse(parseBody(callAnswer));
    if (!created.success) return describeRefusal('no call', callAnswer);
    const { id: callId } = created.data;

    const outcome = await endCall(settings, callId);
    // Otherwise the call would use the budget until its maximum duration has passed.
    await postToSite(settings, '/api/call/left', { ticket, callId }).catch(() => undefined);
    return outcome;
  });

function postToSite(
  { SITE_URL }: Env,
  path: string,
  body: object,
  ticket = '',
): Promise<FetchedResponse> {
  const headers = {
    'content-type': 'application/json',
    origin: SITE_URL,
    ...(ticket && { authorization: `Bearer ${ticket}` }),
  };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return sendRequest(SITE_URL + path, init, SITE_TIMEOUT_MS);
}

function describeRefusal(what: string, answer: FetchedResponse): Outcome {
  const { error = 'no reason' } = errorSchema.safeParse(parseBody(answer)).data ?? {};
  return failed(
    `${what}: ${answer.status} ${error}`,
    'The site’s log says why: “no call created”, “call refused” (docs/ops.md).',
  );
}

async function endCall(settings: Env, callId: string): Promise<Outcome> {
  const path = `/call/${encodeURIComponent(callId)}`;
  const readCall = async () =>
    callStateSchema.safeParse(parseBody(await askProvider(settings, path))).data;
  const call = await readCall();
  const endByHandAdvice = 'End it in the provider’s dashboard → Calls.';
  if (!call) return failed('created, but the provider does not show it', endByHandAdvice);
  const { maxDurationSeconds, artifactPlan } = call.assistantOverrides;
  const kept = listKept(call.assistantOverrides).join(', ');
  if (call.monitor?.controlUrl) {
    const body = JSON.stringify({ type: 'end-call' });
    const headers = { 'content-type': 'application/json' };
    // The call's next status says whether this worked.
    await sendRequest(call.monitor.controlUrl, { method: 'POST', headers, body }).catch(
      () => undefined,
    );
  }
  const deadline = Date.now() + END_TIMEOUT_MS;
  let { status } = call;
  while (status !== ENDED_STATUS && Date.now() < deadline) {
    await new Promise((done) => setTimeout(done, POLL_INTERVAL_MS));
    status = (await readCall())?.status ?? status;
  }
  if (status !== ENDED_STATUS)
    return warning(`created, but it is still ${status}`, endByHandAdvice);
  if (
    maxDurationSeconds > settings.CALL_MAX_SECONDS ||
    artifactPlan.recordingEnabled !== settings.CALL_RECORDING
  )
    return failed(
      `created with ${maxDurationSeconds} s and recording ` +
        `${artifactPlan.recordingEnabled ? 'on' : 'off'}, which differs from the settings of this command`,
      'Give the site the settings that this command reads, and restart it.',
    );
  if (kept && !settings.CALL_RECORDING)
    return failed(
      `created, and the provider keeps its ${kept}`,
      'Update the site: it is to ask the provider to keep nothing.',
    );
  return ok(`created through the site, at most ${maxDurationSeconds} s, and ended at once`);
}
