/** Where the contact dialog was opened. `call`: in the call widget, after a call or a failure. */
const DIALOG_PLACES = ['header', 'hero', 'services', 'call', 'contact', 'footer'] as const;

export type DialogPlace = (typeof DIALOG_PLACES)[number];

export const END_REASONS = [
  'visitor',
  'assistant',
  'silence',
  'time-limit',
  'left-page',
  'failed',
] as const;

export type EndReason = (typeof END_REASONS)[number];

/** From the press on Start, including the browser's question: at most so many seconds. */
const STARTUP_SECONDS = ['3', '5', '10', 'more'] as const;

export const findStartup = (seconds: number) =>
  STARTUP_SECONDS.find((limit) => seconds <= Number(limit)) ?? 'more';

/** The thresholds are those of web-vitals. */
const RATINGS = ['good', 'needs-improvement', 'poor'] as const;

/** All counted events with their allowed details, in funnel order (docs/ops.md). */
export const FUNNEL_EVENTS = {
  page_seen: [],
  call_near: [],
  start_pressed: [],
  microphone_granted: [],
  call_active: STARTUP_SECONDS,
  call_30_seconds: [],
  call_ended: END_REASONS,
  call_rated: ['1', '2', '3', '4', '5'],
  dialog_opened: DIALOG_PLACES,
  form_typed: [],
  form_sent: [],
  request_stored: [],
  lcp: RATINGS,
  inp: RATINGS,
  cls: RATINGS,
  ttfb: RATINGS,
} as const satisfies Record<string, readonly string[]>;

export type FunnelEvent = keyof typeof FUNNEL_EVENTS;
