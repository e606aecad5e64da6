// What the inline scripts and the React components share.

export const CALL_MAIN_BUTTON = '[data-call-main]';

export const readUtmSource = () =>
  /[?&]utm_source=([\w.-]{1,40})(?:&|$)/.exec(location.search)?.[1];

declare global {
  interface Window {
    /** The last press on Start before the widget had hydrated (epoch ms). */
    startPressedAt?: number | undefined;
    /** When the contact dialog was last opened (DOMHighResTimeStamp). */
    contactOpenedAt?: number;
    /** Sends `event` or `event:detail`; absent when the visitor has opted out. */
    sendCount?: (event: string) => void;
  }
}
