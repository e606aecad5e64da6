import type { CallFailure } from './types';
import { postJson } from './post-json';

/** Reports only kind and stage to our server; `detail`, a vendor text, stays in the console. */
export function reportFailure(failure: CallFailure, detail: string, callId: string | null): void {
  // eslint-disable-next-line no-restricted-syntax -- replaced at build time
  if (process.env.NODE_ENV === 'development') {
    // eslint-disable-next-line no-console -- for the developer
    console.info('Call failed', { ...failure, detail, callId });
  }
  const { kind, phase } = failure;
  const report = postJson('/api/call-failure', { kind, stage: phase }, { keepalive: true });
  void report.catch(() => undefined);
}
