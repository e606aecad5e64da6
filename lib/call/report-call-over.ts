import type { CallAttempt } from './sdk/call-attempt';
import { postJson } from './post-json';

/** Reports once that a dialled call is over, so that our server frees its slot. */
export function reportCallOver(
  ticket: string,
  call: Pick<CallAttempt, 'callId' | 'whenOver'>,
): void {
  const reported = new AbortController();
  const report = () => {
    if (reported.signal.aborted) return;
    reported.abort();
    const body = { ticket, callId: call.callId };
    void postJson('/api/call/left', body, { keepalive: true }).catch(() => undefined);
  };
  window.addEventListener('pagehide', report, { signal: reported.signal });
  void call.whenOver.then(report);
}
