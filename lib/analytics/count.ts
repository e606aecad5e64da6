import type { EventDetail, FunnelEvent } from './events';

const countedEvents = new Set<FunnelEvent>();

/**
 * Counts the first occurrence of an event in this page view. Sends only the event and its detail,
 * both from closed lists, and nothing where the visitor has opted out. Never throws.
 */
export function countEvent<Event extends FunnelEvent>(
  event: Event,
  ...detail: EventDetail<Event>
): void {
  if (!window.sendCounts || countedEvents.has(event)) return;
  countedEvents.add(event);
  window.sendCounts([[event, ...detail].join(':')]);
}
