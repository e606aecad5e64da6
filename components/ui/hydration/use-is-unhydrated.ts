import { useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/** True in the server's HTML, false once React handles presses. */
export const useIsUnhydrated = () =>
  useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  );
