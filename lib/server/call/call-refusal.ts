import 'server-only';
import type { CallRefusal } from '@/lib/call/refusals';
import { findBudgetRefusal } from './call-budget';
import { lookUpAssistant } from '@/lib/server/outreach/prospects';

/**
 * Finds out why an assistant cannot be called now, without counting a call.
 *
 * @param personal whether it has to be a prospect's assistant
 * @returns null when it can be called
 */
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
