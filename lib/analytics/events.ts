import { endReasons } from '@/lib/call/state/call-events';
import { rangesOf } from './scales';

/** `call` is the call widget, after a call or a failure. */
const DIALOG_PLACES = ['header', 'hero', 'services', 'call', 'contact', 'footer'] as const;

export type DialogPlace = (typeof DIALOG_PLACES)[number];

/** All counted events with their allowed details, in funnel order (docs/ops.md). */
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
  dialog_opened: DIALOG_PLACES,
  form_typed: [],
  form_sent: [],
  request_stored: [],
  lcp: rangesOf('lcp'),
  inp: rangesOf('inp'),
  cls: rangesOf('cls'),
  ttfb: rangesOf('ttfb'),
} as const satisfies Record<string, readonly string[]>;

export type FunnelEvent = keyof typeof funnelEvents;

export type Detail<Event extends FunnelEvent> = [(typeof funnelEvents)[Event][number]] extends [
  never,
]
  ? []
  : [detail: (typeof funnelEvents)[Event][number]];
