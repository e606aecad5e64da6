import type { CallFailure } from './call-errors';

/**
 * Tells our own server that a call failed: the kind and the stage, nothing about the visitor or what
 * was said. In development the vendor's own words and the call id go to the console as well.
 *
 * @param detail what the vendor said; never leaves the browser
 */
export function reportFailure(failure: CallFailure, detail: string, callId: string | null): void {
  // eslint-disable-next-line no-restricted-syntax -- replaced at build time, not read from anywhere
  if (process.env.NODE_ENV === 'development') {
    // eslint-disable-next-line no-console -- for whoever is building the page
    console.info('Call failed', { ...failure, detail, callId });
  }
  const { kind, stage } = failure;
  void fetch('/api/call-failure', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind, stage }),
    keepalive: true,
  }).catch(() => undefined);
}
