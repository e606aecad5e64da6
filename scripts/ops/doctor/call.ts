import type { Vapi } from '@vapi-ai/server-sdk';
import * as z from 'zod';
import { ENDED_STATUS } from '@/lib/server/call/voice-provider';
import { failed, ok, type Outcome, skipped, warning } from './check';
import {
  createCheck,
  createObjectSchema,
  type FetchedResponse,
  parseAnswer,
  type Probes,
  sendRequest,
} from './probes';
import { listKept, readMaxSeconds } from './provider';
import { readCallConfig } from './site';

/** The site's own timeout for the provider is a little shorter. */
const SITE_TIMEOUT_MS = 11_000;
const POLL_INTERVAL_MS = 500;
const END_TIMEOUT_MS = 5000;
const END_BY_HAND = 'End it in the provider’s dashboard → Calls.';

const ticketSchema = z.object({ ticket: z.string() });
const callIdSchema = z.object({ id: z.string() });
const errorSchema = z.object({ error: z.string() });
const callSchema = createObjectSchema<Vapi.Call>();
/** Creates a call through the site, as a browser does, and ends it. It uses up budgets. */
export const createCallCheck = (isAsked: boolean) =>
  createCheck('call', isAsked ? ['assistant', 'health'] : [], async (probes) => {
    if (!isAsked) return skipped('not made: add --call');
    const { VAPI_PRIVATE_KEY, SITE_URL } = probes.settings;
    const { assistantId, maxSeconds = 0 } = (await readCallConfig(probes)) ?? {};
    if (!VAPI_PRIVATE_KEY || !assistantId)
      return skipped('not made: needs VAPI_PRIVATE_KEY and an assistant');

    const post = (path: string, body: object, token = '') =>
      sendRequest(
        SITE_URL + path,
        {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            origin: SITE_URL,
            ...(token && { authorization: `Bearer ${token}` }),
          },
          body: JSON.stringify(body),
        },
        SITE_TIMEOUT_MS,
      );
    const ticketAnswer = await post('/api/call/ticket', { assistantId });
    const { ticket } = parseAnswer(ticketSchema, ticketAnswer) ?? {};
    if (!ticket) return describeRefusal('no ticket', ticketAnswer);
    const callAnswer = await post('/api/call/web', { assistantId }, ticket);
    const { id: callId } = parseAnswer(callIdSchema, callAnswer) ?? {};
    if (!callId) return describeRefusal('no call', callAnswer);
    const outcome = await endCall(probes, callId, maxSeconds);
    // Otherwise the call would use the budget until its maximum duration has passed.
    await post('/api/call/left', { ticket, callId }).catch(() => undefined);
    return outcome;
  });

const describeRefusal = (what: string, answer: FetchedResponse): Outcome =>
  failed(
    `${what}: ${answer.status} ${parseAnswer(errorSchema, answer)?.error ?? 'no reason'}`,
    'The site’s log says why: “no call created”, “call refused” (docs/ops.md).',
  );

async function endCall(
  { askProvider, settings }: Probes,
  callId: string,
  maxSeconds: number,
): Promise<Outcome> {
  const readCall = async () =>
    parseAnswer(callSchema, await askProvider(`/call/${encodeURIComponent(callId)}`));
  const call = await readCall();
  if (!call) return failed('created, but the provider does not show it', END_BY_HAND);
  if (call.monitor?.controlUrl)
    // The call's next status says whether this worked.
    await sendRequest(call.monitor.controlUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'end-call' }),
    }).catch(() => undefined);
  const deadline = Date.now() + END_TIMEOUT_MS;
  let { status } = call;
  while (status !== ENDED_STATUS && Date.now() < deadline) {
    await new Promise((done) => setTimeout(done, POLL_INTERVAL_MS));
    status = (await readCall())?.status ?? status;
  }
  if (status !== ENDED_STATUS) return warning(`created, but it is still ${status}`, END_BY_HAND);
  const maxDurationSeconds = readMaxSeconds(call.assistantOverrides);
  const kept = settings.CALL_RECORDING ? [] : listKept(call.assistantOverrides);
  if (maxDurationSeconds > maxSeconds || kept.length > 0)
    return failed(
      `created with ${maxDurationSeconds} s, and the provider keeps: ${kept.join(', ') || 'nothing'}`,
      'Update the site: it is to ask for its own limit, and that nothing is kept.',
    );
  return ok(`created through the site, at most ${maxDurationSeconds} s, and ended at once`);
}
