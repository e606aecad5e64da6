import type { CallConfig } from '@/lib/call/types';

// What the inline scripts and the React components share.

/** Without `pointerdown`, after which a script would run between a press and its click. */
export const INTERACTIONS = ['click', 'keydown', 'focusin', 'scroll', 'pointermove'] as const;

// Selectors of the attributes below that several files look for.
export const WAITING_START = '[data-waits]';
export const READY_STATUS = '[data-ready]';
export const CALL_MAIN_BUTTON = '[data-call-main]';
export const CANNOT_CALL = '[data-cannot-call]';

declare global {
  interface Window {
    /** The last press on Start before the widget had hydrated (epoch ms). */
    startPressedAt?: number | undefined;
    /** When the contact dialog was last opened (DOMHighResTimeStamp). */
    contactOpenedAt?: number;
    /** Sends events as `name` or `name:detail`; absent when the visitor has opted out. */
    sendCounts?: (events: readonly string[]) => void;
    /** The configuration with which `show-call-ready.ts` has shown “ready”. */
    callConfig?: CallConfig | undefined;
    /** Next's queue of RSC payload chunks: a start mark, then text in React's Flight format. */
    __next_f?: ([0] | [1, string])[];
    /** Turbopack's queue of chunks and starts, until its runtime replaces it. */
    TURBOPACK?: unknown[];
  }

  interface DocumentEventMap {
    hydrate: Event;
  }

  interface WindowEventMap {
    /** All deferred scripts have been prefetched, or could be. */
    scriptsprefetched: Event;
    /** All scripts of a personal page have run without an error. React has not started. */
    scriptsran: Event;
  }

  interface DOMStringMap {
    /** Start or Send was pressed before React could handle it. */
    pressed?: string | undefined;
    /** Marks Start while the widget has not hydrated. */
    waits?: string | undefined;
    /** The text of the ready state, on the stage's status. */
    ready?: string | undefined;
    /** The assistant to call, on the widget of a personal page. */
    assistant?: string | undefined;
    /** Marks the button that starts, cancels and ends a call. */
    callMain?: string | undefined;
    /** Marks the failure that is shown if React does not start. */
    cannotCall?: string | undefined;
    /** Marks that failure's button that copies the link; the question with the link to copy. */
    byHand?: string | undefined;
    /** What that button says afterwards. */
    done?: string | undefined;
    /** Marks links and buttons that scroll the stage into view and focus its main button. */
    toCall?: string | undefined;
    /** The placement of a button that opens the contact dialog, for analytics. */
    from?: string | undefined;
    service?: string | undefined;
    message?: string | undefined;
    /** The assistant and the error messages as JSON, on the banner of `/outreach`. */
    visit?: string | undefined;
  }
}
