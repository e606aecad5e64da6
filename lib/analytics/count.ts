import type { Detail, FunnelEvent } from './events';

/** How long an event waits for others to be sent along, in ms. */
const pauseMs = 1_000;

const counted = new Set<FunnelEvent>();
let waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let pageHidden = false;

function send(): void {
  clearTimeout(timer);
  if (waiting.length > 0) window.sendCounts?.(waiting);
  waiting = [];
}

function sendWhenLeft(): void {
  // On window, so that what others count when the page is hidden is there already.
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send();
  });
  addEventListener('pagehide', () => {
    // A visible page is hidden next, and what is counted until then goes along.
    pageHidden = document.visibilityState === 'hidden';
    send();
  });
}

/**
 * Counts that something happened in this view of the page, the first time that it does. Only the event and its detail leave,
 * both from a closed list. Does nothing where the visitor does not want to be counted. Never throws.
 */
export function count<Event extends FunnelEvent>(event: Event, ...detail: Detail<Event>): void {
  if (!window.sendCounts || counted.has(event)) return;
  if (counted.size === 0) sendWhenLeft();
  counted.add(event);
  waiting.push([event, ...detail].join(':'));
  clearTimeout(timer);
  if (pageHidden) send();
  else timer = setTimeout(send, pauseMs);
}
