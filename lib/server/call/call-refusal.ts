import 'server-only';
import type { CallRefusal } from '@/lib/call/state/call-refusals';
import { findSpentBudget } from './call-budget';
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
  const [found, refusal] = await Promise.all([
    personal ? lookUpAssistant(assistantId) : 'yes',
    findSpentBudget(request, personal),
  ]);
  if (found === 'no') return 'unknown_assistant';
  return found === 'unknown' ? 'unavailable' : refusal;
}
