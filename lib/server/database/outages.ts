import 'server-only';
import { shareInProcess } from '@/lib/server/shared-state';
import type { DatabaseFailure } from './database-fault';

/** Its methods must not throw. */
interface OutageListener {
  /** The circuit has opened. */
  onOutage: (failure: DatabaseFailure) => void;
  /** A request was not stored, for a reason that is not the visitor's. */
  onLostRequest: (failure: DatabaseFailure) => void;
  /** The circuit has closed, or a request was stored. */
  onRecovery: () => void;
}

/** This process's listener, to call or to fill in: `instrumentation.ts` sets its methods. */
export const getOutageListener = () =>
  shareInProcess<Partial<OutageListener>>('site.database-outages', () => ({}));
