import type { CallSession } from '@/lib/call/session/call-session';
import { countEvent } from '@/lib/analytics/count';
import { waitForInteraction, waitUntilIdle } from '@/components/ui/wait';

async function waitUntilNear(element: Element, signal: AbortSignal): Promise<void> {
  const section = element.closest('section') ?? element;
  let observer: IntersectionObserver | undefined;
  await new Promise<void>((resolve) => {
    observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) resolve();
      },
      { rootMargin: '100% 0px' },
    );
    observer.observe(section);
    section.addEventListener('focusin', () => resolve(), { signal });
    signal.addEventListener('abort', () => resolve());
  });
  observer?.disconnect();
}

/** The SDK is fetched on idle near the widget, and run on idle after the next interaction. */
export function loadWhenNear(element: Element, session: CallSession): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const load = async () => {
    await waitUntilNear(element, signal);
    if (signal.aborted) return;
    countEvent('call_near');
    await waitUntilIdle();
    if (signal.aborted) return;
    void session.setUp();
    await waitForInteraction(signal);
    await waitUntilIdle();
    if (!signal.aborted) void session.runSdk();
  };
  void load();
  return () => controller.abort();
}
