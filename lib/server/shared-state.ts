/**
 * Returns state that all copies of a module share: Next may bundle a module several times for one
 * process. The first caller creates it.
 */
export function shareInProcess<State>(name: string, create: () => State): State {
  const shared = globalThis as { [key: symbol]: State | undefined };
  return (shared[Symbol.for(name)] ??= create());
}
