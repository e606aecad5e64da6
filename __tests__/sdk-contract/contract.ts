import { titleOf, type AssumptionId } from '../../proofs/sdk-contract/assumptions';

type Ids = AssumptionId | readonly AssumptionId[];

const list = (ids: Ids) => (typeof ids === 'string' ? [ids] : ids);

/**
 * A test that an assumption holds.
 *
 * @param value what was found, where no value is assumed
 */
export function holds(ids: Ids, body: () => Promise<void>, value?: string): void {
  test(titleOf(list(ids), value ? { value } : {}), body);
}

/** A test of what the installed version does where the assumption is wrong. */
export function differs(ids: Ids, difference: string, body: () => Promise<void>): void {
  test(titleOf(list(ids), { difference }), body);
}
