import type { CallAttempt } from './sdk/call-attempt';
import { postJson } from './post-json';

/**
 * Tells our server once that a dialled call is over, so that its place is free for the next one (`POST /api/call/left`):
 * when nothing of the call is left, or when the page is left before.
 */
export function reportLeft(ticket: string, call: Pick<CallAttempt, 'callId' | 'over'>): void {
  const page = new AbortController();
  const report = () => {
    if (page.signal.aborted) return;
    page.abort();
    const left = { ticket, callId: call.callId };
    void postJson('/api/call/left', left, { keepalive: true }).catch(() => undefined);
  };
  window.addEventListener('pagehide', report, { signal: page.signal });
  void call.over.then(report);
}
