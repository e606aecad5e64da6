// What the inline scripts and the React components share.

import type { FUNNEL_EVENTS, FunnelEvent } from '@/lib/analytics/events';

export const CALL_MAIN_BUTTON = '[data-call-main]';

export const readUtmSource = () =>
  /[?&]utm_source=([\w.-]{1,40})(?:&|$)/.exec(location.search)?.[1];

/** Reads where this view of the page came from: its `utm_source`, or else the referrer's host. */
export function readSource(): string {
  const utmSource = readUtmSource();
  return utmSource ? `utm:${utmSource}` : (document.referrer.split('/')[2] ?? '');
}

declare global {
  /** Attributes (`data-…`) of components that the page's script reads or sets. */
  interface DOMStringMap {
    /** Leads to the call: the whole of it is scrolled into view. */
    toCall?: string;
    /** The call's main button (`CALL_MAIN_BUTTON`). */
    callMain?: string;
    /** Says that this browser cannot call, unless React removes it in time. */
    cannotCall?: string;
    /** Pressed: waits for React, or for the answer to a plain form post. */
    pressed?: string;
    /** Opens the contact dialog: its place on the page, and what it fills in. */
    from?: string;
    service?: string;
    message?: string;
    /** Of the page's script: the short link that it takes out of the address, as JSON. */
    shortLink?: string;
  }
  interface Window {
    /** The last press on Start before the widget had hydrated (epoch ms). */
    startPressedAt?: number | undefined;
    /** When the contact dialog was last opened (DOMHighResTimeStamp). */
    contactOpenedAt?: number;
    /** Counts an event, the first time only; absent when the visitor has opted out. */
    sendCount?: <Event extends FunnelEvent>(
      event: Event,
      detail?: (typeof FUNNEL_EVENTS)[Event][number],
    ) => void;
  }
}
