import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Vapi } from '@vapi-ai/server-sdk';
import type { CallHandle } from '@/lib/server/database/results';
import { getEnv } from '@/lib/server/env';
import { log } from '@/lib/server/log/log';
import { settleCall } from './call-records';
import {
  callRecordSchema,
  ENDED_STATUS,
  getProviderUrl,
  sendToProvider,
  USER_AGENT,
} from './voice-provider';

const TIMEOUT_MS = 2000;
/** The provider needs a moment to end a call. */
const WAITS_MS = [500, 1500, 3000];

const UNSTARTED: ReadonlySet<string | undefined> = new Set<Vapi.CallStatus>([
  'scheduled',
  'queued',
  'ringing',
]);

/** Frees the slot once the call is known to be over. Returns false if the database failed. */
export async function endCall(handle: CallHandle, ticketId: string): Promise<boolean> {
  if (await endAtProvider(handle, ticketId)) return settleCall(ticketId);
  const hasControlUrl = handle.control_url !== null;
  log.warn({ hasControlUrl }, 'a call that was left may go on');
  return true;
}

/** Whether the call is known to be over, after about five seconds at the latest. */
async function endAtProvider(handle: CallHandle, ticketId: string): Promise<boolean> {
  const { call_id: callId, control_url: controlUrl } = handle;
  const { VAPI_PRIVATE_KEY } = getEnv();
  if (VAPI_PRIVATE_KEY && callId !== null) return endAndConfirm(callId, controlUrl, ticketId);
  if (controlUrl !== null) return endUnconfirmed(controlUrl);
  // Without both, the browser's word is all there is.
  return !VAPI_PRIVATE_KEY;
}

/** @param callId may be from the browser, so the call has to have been created with the ticket */
async function endAndConfirm(
  callId: string,
  controlUrl: string | null,
  ticketId: string,
): Promise<boolean> {
  let isAccepted = false;
  for (const waitMs of WAITS_MS) {
    const call = await readCall(callId);
    if (call && call.ticketId !== ticketId) return false;
    if (call?.status === ENDED_STATUS) return true;
    const url = controlUrl ?? call?.controlUrl;
    if (url) isAccepted = isSuccess(await requestEnd(url)) || isAccepted;
    await sleep(waitMs);
  }
  const call = await readCall(callId);
  if (call?.ticketId !== ticketId) return false;
  return call.status === ENDED_STATUS || (isAccepted && UNSTARTED.has(call.status));
}

/** Without the private key the provider can't be asked whether a call is over. */
async function endUnconfirmed(controlUrl: string): Promise<boolean> {
  for (const waitMs of [...WAITS_MS, null]) {
    const status = await requestEnd(controlUrl);
    if (isSuccess(status) || status === 404 || status === 410) return true;
    if (waitMs !== null) await sleep(waitMs);
  }
  return false;
}

const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300;

/** https://docs.vapi.ai/calls/call-features */
async function requestEnd(controlUrl: string): Promise<number | null> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': USER_AGENT },
    body: JSON.stringify({ type: 'end-call' }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  };
  const response = await sendToProvider(controlUrl, init).catch(() => null);
  await response?.body?.cancel().catch(() => undefined);
  return response?.status ?? null;
}

async function readCall(callId: string) {
  const init = {
    headers: { authorization: `Bearer ${getEnv().VAPI_PRIVATE_KEY}`, 'user-agent': USER_AGENT },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  };
  try {
    const response = await sendToProvider(getProviderUrl(`/call/${callId}`), init);
    return response.ok ? callRecordSchema.parse(await response.json()) : null;
  } catch {
    return null;
  }
}
