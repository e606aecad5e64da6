import 'server-only';

/**
 * What an error of the network is called in the log: `timeout`, or the system's or a library's own code. Texts of errors may
 * hold addresses and keys.
 *
 * @param error what `fetch` or a mail library has thrown
 */
export function failureCode(error: unknown): string {
  const { name, code, cause } = error as { name?: string; code?: unknown; cause?: unknown };
  const { name: causeName, code: causeCode } = (cause ?? {}) as { name?: string; code?: unknown };
  if (name === 'TimeoutError' || causeName === 'TimeoutError') return 'timeout';
  const known = [causeCode, code].find((each) => typeof each === 'string');
  return typeof known === 'string' ? known : 'network';
}
