import { titleOf, type SentenceId } from '../../proofs/sdk-contract/sentences';

type Ids = SentenceId | readonly SentenceId[];

const list = (ids: Ids) => (typeof ids === 'string' ? [ids] : ids);

/**
 * A test of what the specification says.
 *
 * @param value what the version does where the specification leaves it open
 */
export function holds(ids: Ids, body: () => Promise<void>, value?: string): void {
  test(titleOf(list(ids), value ? { value } : {}), body);
}

/** A test of what the pinned version does where the specification says something else. */
export function differs(ids: Ids, difference: string, body: () => Promise<void>): void {
  test(titleOf(list(ids), { difference }), body);
}
