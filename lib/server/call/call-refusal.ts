import 'server-only';
import type { CallRefusal } from '@/lib/call/state/call-refusals';
import { findSpentBudget } from './call-budget';
import { lookUpAssistant } from '@/lib/server/outreach/prospects';

/**
 * Finds out why an assistant cannot be called now, without counting a call.
 *
 * @param isPersonal whether it has to be a prospect's assistant
 * @returns null when it can be called
 */
export async function findCallRefusal(
  request: Request,
  assistantId: string,
  isPersonal: boolean,
): Promise<CallRefusal | null> {
  const [known, refusal] = await Promise.all([
    isPersonal ? lookUpAssistant(assistantId) : 'yes',
    findSpentBudget(request, isPersonal),
  ]);
  if (known === 'no') return 'unknown_assistant';
  return known === 'unknown' ? 'unavailable' : refusal;
}
