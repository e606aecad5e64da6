/**
 * What kept a request of ours from being answered: `timeout`, or the code of the network's error.
 *
 * @param error as `fetch` throws it
 */
export function failureCode(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: unknown } };
  if (name === 'TimeoutError') return 'timeout';
  return typeof cause?.code === 'string' ? cause.code : 'network';
}
