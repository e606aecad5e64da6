import type { EventDetail, FunnelEvent } from './events';

/** An event waits this long, so that events close together share one request. */
const BATCH_DELAY_MS = 1_000;

const countedEvents = new Set<FunnelEvent>();
let queue: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
/** A page that is left runs no timers, so its events are sent at once. */
let isPageLeft = false;

function sendQueue(): void {
  clearTimeout(timer);
  if (queue.length > 0) window.sendCounts?.(queue);
  queue = [];
}

function sendQueueOnLeaving(): void {
  // On window, so that listeners on the document run first and their events are sent as well.
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') sendQueue();
  });
  addEventListener('pagehide', () => {
    // A page that is still visible gets a `visibilitychange` next, which sends the rest.
    isPageLeft = document.visibilityState === 'hidden';
    sendQueue();
  });
}

/**
 * Counts the first occurrence of an event in this page view. Sends only the event and its detail,
 * both from closed lists, and nothing where the visitor has opted out. Never throws.
 */
export function countEvent<Event extends FunnelEvent>(
  event: Event,
  ...detail: EventDetail<Event>
): void {
  if (!window.sendCounts || countedEvents.has(event)) return;
  if (countedEvents.size === 0) sendQueueOnLeaving();
  countedEvents.add(event);
  queue.push([event, ...detail].join(':'));
  clearTimeout(timer);
  if (isPageLeft) sendQueue();
  else timer = setTimeout(sendQueue, BATCH_DELAY_MS);
}
