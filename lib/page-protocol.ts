// What the inline scripts and the React components share.

// Selectors of the attributes below that several files look for.
export const CALL_MAIN_BUTTON = '[data-call-main]';

declare global {
  interface Window {
    /** The last press on Start before the widget had hydrated (epoch ms). */
    startPressedAt?: number | undefined;
    /** When the contact dialog was last opened (DOMHighResTimeStamp). */
    contactOpenedAt?: number;
    /** Sends events as `name` or `name:detail`; absent when the visitor has opted out. */
    sendCounts?: (events: readonly string[]) => void;
  }

  interface DOMStringMap {
    /** Start or Send was pressed before React could handle it. */
    pressed?: string | undefined;
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
