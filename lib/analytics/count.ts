import type { EventDetail, FunnelEvent } from './events';

const countedEvents = new Set<FunnelEvent>();

/** Counts the first occurrence only, and none of a visitor who has opted out. Never throws. */
export function countEvent<Event extends FunnelEvent>(
  event: Event,
  ...detail: EventDetail<Event>
): void {
  if (!window.sendCounts || countedEvents.has(event)) return;
  countedEvents.add(event);
  window.sendCounts([[event, ...detail].join(':')]);
}
