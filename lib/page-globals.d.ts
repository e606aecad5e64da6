export {};

declare global {
  interface Window {
    /** When Start was pressed before the widget could take the press, as a DOMHighResTimeStamp. */
    startPressedAt?: number | undefined;
    /** When the contact dialog was opened last, as a DOMHighResTimeStamp. */
    contactOpenedAt?: number;
  }
}
