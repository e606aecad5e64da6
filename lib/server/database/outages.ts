import 'server-only';

/** What to do when the database becomes unavailable, and when it has recovered. Must not throw. */
export interface OutageListener {
  onOutage: () => void;
  onRecovery: () => void;
}

// Next may bundle this module several times for one process. All copies share one listener.
const LISTENER = Symbol.for('site.database-outages');
const shared = globalThis as { [LISTENER]?: OutageListener };

/** Sets the one listener of this process. It is called by the circuit breaker of the database client. */
export function listenToOutages(listener: OutageListener): void {
  shared[LISTENER] = listener;
}

/** The circuit breaker's callbacks, which call the listener where there is one. */
export const outageCallbacks = {
  away: () => shared[LISTENER]?.onOutage(),
  back: () => shared[LISTENER]?.onRecovery(),
};
