import 'server-only';

const MAX_UNTHROTTLED_LINES = 10;
const PAUSE_MS = 60_000;
const countsByTopic = new Map<string, { count: number; loggedAt: number }>();

/** Counts what visitors can repeat at will. Returns the count, or 0 if it should not be logged. */
export function countThrottled(topic: string): number {
  const { count, loggedAt } = countsByTopic.get(topic) ?? { count: 0, loggedAt: 0 };
  const now = Date.now();
  const shouldLog = count < MAX_UNTHROTTLED_LINES || now - loggedAt >= PAUSE_MS;
  countsByTopic.set(topic, { count: count + 1, loggedAt: shouldLog ? now : loggedAt });
  return shouldLog ? count + 1 : 0;
}
