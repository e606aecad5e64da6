export {};

/**
 * What the page's scripts and React components share before and after hydration. The scripts run without React
 * (`components/page-script`, `report-visit.ts`, `restore-greeting.ts`, `show-call-ready.ts`), so they meet on the page.
 */
declare global {
  interface Window {
    /** When Start was pressed before the widget could take the press, as a DOMHighResTimeStamp. */
    startPressedAt?: number | undefined;
    /** When the contact dialog was opened last, as a DOMHighResTimeStamp. */
    contactOpenedAt?: number;
    /** Sends events, as `name` or `name:detail`. Absent where the visitor does not want to be counted. */
    sendCounts?: (events: readonly string[]) => void;
    /** The answer of `/api/call-config` that `show-call-ready.ts` got, and when, in epoch ms. */
    callConfig?: { url: string; answer: Record<string, unknown>; at: number } | undefined;
    /** Whether `show-call-ready.ts` has shown the ready state. */
    callReadyShown?: boolean;
    /** Next's queue of RSC payload chunks: a start mark, then text in React's Flight format. */
    __next_f?: ([0] | [1, string])[];
  }

  interface DocumentEventMap {
    /** Dispatched by our scripts to start hydration without an interaction. */
    hydrate: Event;
  }

  interface WindowEventMap {
    /** Dispatched when all deferred scripts have been prefetched, or none will be. */
    scriptsprefetched: Event;
  }

  /** The `data-` attributes that a script and a component share. */
  interface DOMStringMap {
    /** On Start and Send: pressed before React could handle it. Styles show it. */
    pressed?: string | undefined;
    /** On Start: a press is remembered until the widget has hydrated. */
    waits?: string | undefined;
    /** On the stage's status: the text of the ready state. */
    ready?: string | undefined;
    /** On the loader: the assistant to ask `/api/call-config` for. */
    assistant?: string | undefined;
    /** On the button that starts, cancels and ends a call. */
    callMain?: string | undefined;
    /** On links to the call: the whole stage is scrolled into view, and Start is focused. */
    toCall?: string | undefined;
    /** On buttons that open the contact dialog: where they are, for analytics. */
    from?: string | undefined;
    /** On the same: the service to select. */
    service?: string | undefined;
    /** On the same: the message to fill in. */
    message?: string | undefined;
    /** On the banner of `/outreach`: the assistant and the error messages, as JSON. */
    visit?: string | undefined;
  }
}
