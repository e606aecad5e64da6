'use client';

import { useSyncExternalStore } from 'react';
import { useCallContext } from '@/components/call/call-context';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';

const subscribe = () => () => undefined;

/** True in the server's HTML, false once React handles presses. */
export const useIsUnhydrated = () =>
  useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  );

/** The failure that `sayCannotCall` reveals if React does not start. React removes it. */
export function CannotCall() {
  const { copy, failureAction, contactLinks } = useCallContext();
  const { message, button } = copy.failures['unsupported-browser'];
  if (!useIsUnhydrated()) return null;
  return (
    <div
      hidden
      data-cannot-call=""
      // Search engines read a page whose React has not started.
      data-nosnippet=""
      className="stage-cannot-call"
      suppressHydrationWarning
    >
      <h3 className="text-title text-danger">
        <Icon name="warning" />
        <span>{copy.errorTitle}</span>
      </h3>
      <p role="alert" className="stage-failure">
        {message}
      </p>
      <Button data-done={button?.done} data-by-hand={button?.byHand}>
        <span>{button?.label}</span>
      </Button>
      <div className="stage-ways">{failureAction}</div>
      <p className="text-center text-note">{contactLinks}</p>
    </div>
  );
}
