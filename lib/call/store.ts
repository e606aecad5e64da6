import { useSyncExternalStore } from 'react';

/** A value whose subscribers render without their parents. */
export interface Store<Value> {
  get(): Value;
  set(value: Value): void;
  subscribe(listener: () => void): () => void;
}

/** Setting the same value again notifies no listener. */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      listeners.forEach((listener) => listener());
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Renders when the value, or what is selected of it, changes. */
export function useStore<Value, Selected = Value>(
  { subscribe, get }: Store<Value>,
  select: (value: Value) => Selected = (value) => value as unknown as Selected,
): Selected {
  const getSelected = () => select(get());
  return useSyncExternalStore(subscribe, getSelected, getSelected);
}
