import 'server-only';
import { getOutageListener } from './database/outages';
import { startBackgroundJobs } from './notify/background-jobs';
import { alertOutage, countLostRequest, endOutage } from './notify/outage-alert';
import { exitIfMisconfigured } from './refuse-when-misconfigured';

/** Checks whether this process may serve, and starts what runs between requests. */
export function startServer(): void {
  exitIfMisconfigured();
  const outageListener = getOutageListener();
  outageListener.onOutage = alertOutage;
  outageListener.onLostRequest = countLostRequest;
  outageListener.onRecovery = endOutage;
  startBackgroundJobs();
}
