import { endReasons } from '@/lib/call/state/call-events';
import { rangesOf } from './scales';

/** Where the contact dialog is opened from; `call`: beside a call that failed. */
const dialogPlaces = ['header', 'hero', 'services', 'call', 'contact', 'footer'] as const;

export type DialogPlace = (typeof dialogPlaces)[number];

/**
 * All that is counted, in the order of the funnel, each with the details that it may have. docs/ops.md tells what they mean.
 * `supabase/migrations` has a column for each step.
 */
export const funnelEvents = {
  page_seen: [],
  call_near: [],
  start_pressed: [],
  microphone_granted: [],
  call_active: rangesOf('start_to_active'),
  call_30_seconds: [],
  call_ended: endReasons.flatMap((reason) =>
    rangesOf('call_length').map((length) => `${reason}:${length}` as const),
  ),
  call_rated: ['1', '2', '3', '4', '5'],
  dialog_opened: dialogPlaces,
  form_typed: [],
  form_sent: [],
  request_stored: [],
  lcp: rangesOf('lcp'),
  inp: rangesOf('inp'),
  cls: rangesOf('cls'),
  ttfb: rangesOf('ttfb'),
} as const satisfies Record<string, readonly string[]>;

export type FunnelEvent = keyof typeof funnelEvents;

/** The arguments after an event: its detail, where it has one. */
export type Detail<Event extends FunnelEvent> = [(typeof funnelEvents)[Event][number]] extends [
  never,
]
  ? []
  : [detail: (typeof funnelEvents)[Event][number]];
