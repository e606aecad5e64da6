/** Forgets what all copies of a module share in this process, and the host of Next. */
export function resetSharedState() {
  for (const symbol of Object.getOwnPropertySymbols(globalThis))
    if (/^(site\.|@next\/request-context$)/.test(Symbol.keyFor(symbol) ?? ''))
      Reflect.deleteProperty(globalThis, symbol);
}

/** Becomes a host that ends a process unless it is asked to wait. Returns what it waits for. */
export function collectBackgroundWork() {
  const work: Promise<unknown>[] = [];
  const context = { waitUntil: (each: Promise<unknown>) => void work.push(each) };
  Reflect.set(globalThis, Symbol.for('@next/request-context'), { get: () => context });
  return work;
}
