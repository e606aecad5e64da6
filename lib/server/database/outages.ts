import 'server-only';
import { shareInProcess } from '@/lib/server/shared-state';
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

const getShared = () =>
  shareInProcess<{ listener?: OutageListener }>('site.database-outages', () => ({}));

/** Sets this process's listener. */
export function setOutageListener(listener: OutageListener): void {
  getShared().listener = listener;
}

/** For the circuit breaker of the database client. */
export const outageCallbacks = {
  onOpen: (failure: DatabaseFailure) => getShared().listener?.onOutage(failure),
  onClose: () => getShared().listener?.onRecovery(),
};

export const reportLostRequest = (failure: DatabaseFailure) =>
  getShared().listener?.onLostRequest(failure);
export const reportStoredRequest = () => getShared().listener?.onRecovery();
