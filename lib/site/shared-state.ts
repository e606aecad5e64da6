/**
 * Returns state that all copies of a module share: Next may bundle a module several times for one
 * process. The first caller creates it.
 */
export function shareInProcess<State>(name: string, create: () => State): State {
  const shared = globalThis as { [key: symbol]: State | undefined };
  return (shared[Symbol.for(name)] ??= create());
}

/** How the alerts are being sent, for lib/server/notify/alerts.ts and a server that stops. */
export const getAlertPass = () => shareInProcess<AlertPass>('site.alerts', () => ({}));

type AlertPass = {
  running?: Promise<void> | undefined;
  /** Whether another pass must follow, because an alert may be due that this one did not see. */
  shouldRunAgain?: boolean;
  /** Set by a server that stops: no further pass begins. */
  stopping?: boolean;
};
