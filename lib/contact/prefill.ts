import type { ServiceType } from './schema';

/** What the contact form is to be opened with. */
export interface Prefill {
  service?: ServiceType | undefined;
  message?: string | undefined;
}

let next: Prefill = {};

/** Notes what the next opening of the contact dialog fills in; it is used once. */
export function setPrefill(prefill: Prefill): void {
  next = prefill;
}

/** @returns what was noted for this opening, and forgets it */
export function takePrefill(): Prefill {
  const prefill = next;
  next = {};
  return prefill;
}
