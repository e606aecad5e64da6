import { postJson } from '@/lib/api';

const RETRY_INTERVAL_MS = 1_000;
/** After that, the provider has ended the call by itself. */
const MAX_TRIES = 300;

/** Frees the call's slot. A phone that wakes up has no network at first, so it is tried again. */
export function reportCallOver(
  ticket: string,
  call: { readonly callId: string | null; readonly whenOver: Promise<unknown> },
): void {
  const controller = new AbortController();
  let triesLeft = MAX_TRIES;
  let isSent = false;
  const report = async () => {
    if (isSent || triesLeft === 0) return;
    isSent = true;
    triesLeft -= 1;
    const body = { ticket, callId: call.callId };
    try {
      const { status } = await postJson('/api/call/left', body, { keepalive: true });
      if (status >= 500) throw new Error(`call/left answered ${status}`);
      controller.abort();
    } catch {
      isSent = false;
      setTimeout(report, RETRY_INTERVAL_MS);
    }
  };
  window.addEventListener('pagehide', report, { signal: controller.signal });
  void call.whenOver.then(report);
}
