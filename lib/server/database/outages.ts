import 'server-only';
import type { DatabaseFailure } from './database-fault';

/** Its methods must not throw. */
export interface OutageListener {
  /** The circuit has opened. */
  onOutage: (failure: DatabaseFailure) => void;
  /** A request was not stored, for a reason that is not the visitor's. */
  onLostRequest: (failure: DatabaseFailure) => void;
  /** The circuit has closed, or a request was stored. */
  onRecovery: () => void;
}

// Next may bundle this module several times for one process. All copies share one listener.
const LISTENER = Symbol.for('site.database-outages');
const shared = globalThis as { [LISTENER]?: OutageListener };

/** Sets this process's listener. */
export function setOutageListener(listener: OutageListener): void {
  shared[LISTENER] = listener;
}

/** For the circuit breaker of the database client. */
export const outageCallbacks = {
  onOpen: (failure: DatabaseFailure) => shared[LISTENER]?.onOutage(failure),
  onClose: () => shared[LISTENER]?.onRecovery(),
};

export const reportLostRequest = (failure: DatabaseFailure) =>
  shared[LISTENER]?.onLostRequest(failure);
export const reportStoredRequest = () => shared[LISTENER]?.onRecovery();
