import type { Settings } from './settings';

/** Named after the time in which calls are counted; alerts show the name. */
export type CallBudgetName = 'address_hour' | 'address_day' | 'day' | 'at_once';

/**
 * At most `limit` calls in so many hours, or at the same time; `per_address`: from one network,
 * `shared`: with the assistant of the landing page.
 */
export type CallBudget<Limit = number> = {
  name: CallBudgetName;
  limit: Limit;
  hours?: number;
  per_address?: true;
  shared?: true;
};

/**
 * Lists the budgets of calls, which the database counts (`call_counts`). A third of the day's calls
 * is reserved for the assistants of prospects (docs/decisions/032).
 */
export function listCallBudgets({ CALLS_PER_DAY, CALLS_AT_ONCE }: Settings): CallBudget[] {
  const reserved = Math.floor(CALLS_PER_DAY / 3);
  const budgets: CallBudget<number | undefined>[] = [
    { name: 'address_hour', limit: 5, hours: 1, per_address: true },
    { name: 'address_day', limit: 10, hours: 24, per_address: true },
    { name: 'day', limit: CALLS_PER_DAY, hours: 24 },
    { name: 'day', limit: CALLS_PER_DAY - reserved, hours: 24, shared: true },
    { name: 'at_once', limit: CALLS_AT_ONCE },
  ];
  // An optional setting that is not set bounds nothing.
  return budgets.filter((budget): budget is CallBudget => budget.limit !== undefined);
}
