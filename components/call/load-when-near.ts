import type { CallSession } from '@/lib/call/session/call-session';
import { countEvent } from '@/lib/analytics/count';
import { waitForInteraction, waitUntilIdle } from '@/components/ui/wait';

async function load(element: Element, session: CallSession, signal: AbortSignal): Promise<void> {
  const section = element.closest('section') ?? element;
  await new Promise<void>((resolve) => {
    const stop = () => {
      observer.disconnect();
      resolve();
    };
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && stop(),
      { rootMargin: '100% 0px' },
    );
    observer.observe(section);
    section.addEventListener('focusin', stop, { signal });
    signal.addEventListener('abort', stop);
  });
  if (signal.aborted) return;
  countEvent('call_near');
  await waitUntilIdle();
  if (signal.aborted) return;
  void session.setUp();
  await waitForInteraction(signal);
  await waitUntilIdle();
  if (!signal.aborted) void session.runSdk();
}

/** The SDK is fetched on idle near the widget, and run on idle after the next interaction. */
export function loadWhenNear(element: Element, session: CallSession): () => void {
  const controller = new AbortController();
  void load(element, session, controller.signal);
  return () => controller.abort();
}
