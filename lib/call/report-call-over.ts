import type { CallAttempt } from './sdk/call-attempt';
import { postJson } from './post-json';

/** Reports once that a dialled call is over, so that our server frees its slot. */
export function reportCallOver(
  ticket: string,
  call: Pick<CallAttempt, 'callId' | 'whenOver'>,
): void {
  const reportController = new AbortController();
  const report = () => {
    if (reportController.signal.aborted) return;
    reportController.abort();
    const body = { ticket, callId: call.callId };
    void postJson('/api/call/left', body, { keepalive: true }).catch(() => undefined);
  };
  window.addEventListener('pagehide', report, { signal: reportController.signal });
  void call.whenOver.then(report);
}
