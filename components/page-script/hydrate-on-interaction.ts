import { INTERACTIONS, READY_STATUS } from '@/lib/page-protocol';
import { forgetPresses } from './mark-presses';
import { runScripts } from './run-scripts';

const FIRST_RETRY_DELAY_MS = 1_000;
/** The next one is so late that a call would start unexpectedly. */
const RETRIES_BEFORE_FORGETTING = 3;

/** Only a deferred page that has not hydrated has one. */
const findPayloadBlock = () =>
  document.querySelector<HTMLScriptElement>('[type="text/x-component"]');

/**
 * Hydrates the page at the first interaction. Retries with backoff what did not run. A personal
 * page runs its scripts before, which does not start React, and fires `scriptsran` if all ran.
 */
export function hydrateOnInteraction(): void {
  let retries = 0;
  let running: Promise<boolean> | undefined;
  let starts: unknown[] | undefined;
  const runDeferred = () => {
    // Before its runtime runs, Turbopack's queue holds only what starts React.
    starts ??= window.TURBOPACK?.splice(0) ?? [];
    return (running ??= runScripts('text/x-deferred').finally(() => (running = undefined)));
  };

  const startReact = async () => {
    // Without a chunk, React would render an error.
    if (await runDeferred()) return starts?.forEach((start) => window.TURBOPACK?.push(start));
    setTimeout(startReact, FIRST_RETRY_DELAY_MS * 2 ** retries);
    if (retries >= RETRIES_BEFORE_FORGETTING) forgetPresses();
    retries += 1;
  };

  const hydrate = () => {
    if (document.readyState === 'loading')
      return document.addEventListener('DOMContentLoaded', hydrate);
    for (const type of interactions) document.removeEventListener(type, onInteraction, true);
    const payloadBlock = findPayloadBlock();
    if (!payloadBlock) return;
    (window.__next_f ??= []).push([0], [1, payloadBlock.text]);
    payloadBlock.remove();
    void startReact();
  };
  // The browser paints its response to the interaction first.
  const onInteraction = () => requestAnimationFrame(() => setTimeout(hydrate));
  // `hydrate` is an event of our own scripts.
  const interactions = [...INTERACTIONS, 'hydrate'];
  for (const type of interactions) document.addEventListener(type, onInteraction, true);

  const runEarly = async () => {
    if (!document.querySelector(READY_STATUS) || !findPayloadBlock()) return;
    if ((await runDeferred()) && (await runScripts('text/x-ahead')))
      dispatchEvent(new Event('scriptsran'));
  };
  addEventListener('scriptsprefetched', runEarly, { once: true });
}
