import 'server-only';
import type { CallRefusal } from '@/lib/call/refusals';
import { getEnv } from '@/lib/server/env';
import { areCallsConfigured } from '@/lib/settings/settings';
import { lookUpAssistant } from '@/lib/server/outreach/prospects';
import { findBudgetRefusal } from './call-budget';

export function findCallsOffReason(): 'not_configured' | 'calls_off' | null {
  const settings = getEnv();
  if (!areCallsConfigured(settings)) return 'not_configured';
  return settings.CALLS_OFF ? 'calls_off' : null;
}

/** Returns null if the assistant can be called now. Counts no call. Never throws. */
export async function findCallRefusal(
  request: Request,
  assistantId: string,
  personal: boolean,
): Promise<CallRefusal | null> {
  const [assistantStatus, refusal] = await Promise.all([
    personal ? lookUpAssistant(assistantId) : 'yes',
    findBudgetRefusal(request, personal),
  ]);
  if (assistantStatus === 'no') return 'unknown_assistant';
  return assistantStatus === 'unknown' ? 'unavailable' : refusal;
}
