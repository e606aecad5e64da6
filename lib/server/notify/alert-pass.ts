import { shareInProcess } from '@/lib/server/shared-state';

/** How alerts are being sent. Also for `server/`, which lets a pass end before it stops. */
export const getAlertPass = () => shareInProcess<AlertPass>('site.alerts', () => ({}));

export type AlertPass = {
  running?: Promise<void> | undefined;
  /** Whether another pass must follow, because an alert may be due that this one did not see. */
  shouldRunAgain?: boolean;
  /** Set by a server that stops: no further pass begins. */
  stopping?: boolean;
  /** Until when each channel's receiver wants us to wait (epoch ms). */
  restsUntil?: Partial<Record<string, number>>;
};
