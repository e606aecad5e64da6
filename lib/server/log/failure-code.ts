import 'server-only';

/** Returns a network error's code for the log; its message may hold addresses and keys. */
export function getFailureCode(error: unknown): string {
  const { name, code, cause } = error as { name?: string; code?: unknown; cause?: unknown };
  const { name: causeName, code: causeCode } = (cause ?? {}) as { name?: string; code?: unknown };
  if (name === 'TimeoutError' || causeName === 'TimeoutError') return 'timeout';
  const knownCode = [causeCode, code].find((each) => typeof each === 'string');
  return typeof knownCode === 'string' ? knownCode : 'network';
}
