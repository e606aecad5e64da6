import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

/** Reads what only the browser knows; `onServer` until React has hydrated the page. */
export const useBrowserValue = <Value>(read: () => Value, onServer: Value): Value =>
  useSyncExternalStore(neverChanges, read, () => onServer);
