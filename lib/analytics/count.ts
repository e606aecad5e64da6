import type { FUNNEL_EVENTS, FunnelEvent } from './events';

const countedEvents = new Set<FunnelEvent>();

/** Counts the first occurrence only, and none of a visitor who has opted out. Never throws. */
export function countEvent<Event extends FunnelEvent>(
  event: Event,
  detail?: (typeof FUNNEL_EVENTS)[Event][number],
): void {
  if (!window.sendCount || countedEvents.has(event)) return;
  countedEvents.add(event);
  window.sendCount(detail ? `${event}:${detail}` : event);
}
