import 'server-only';

/** Is notified when the circuit opens and when it closes. Its methods must not throw. */
export interface OutageListener {
  onOutage: () => void;
  onRecovery: () => void;
}

// Next may bundle this module several times for one process. All copies share one listener.
const LISTENER = Symbol.for('site.database-outages');
const shared = globalThis as { [LISTENER]?: OutageListener };

/** Sets this process's listener, which the circuit breaker of the database client calls. */
export function setOutageListener(listener: OutageListener): void {
  shared[LISTENER] = listener;
}

export const outageCallbacks = {
  onOpen: () => shared[LISTENER]?.onOutage(),
  onClose: () => shared[LISTENER]?.onRecovery(),
};
