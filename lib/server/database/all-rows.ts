import 'server-only';
import { type Failed, createDatabaseError } from './database-refusal';

const PAGE = 500;

type Page<Row> = { data: Row[]; error: null } | (Failed & { data: null });

/**
 * Reads all pages of a list.
 *
 * @param ask returns the rows from one index to another, both included, in a stable order
 * @throws an error for the operator when the database fails
 */
export async function readAllRows<Row>(
  ask: (from: number, to: number) => PromiseLike<Page<Row>>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (;;) {
    const page = await ask(all.length, all.length + PAGE - 1);
    if (page.error) throw createDatabaseError(page);
    all.push(...page.data);
    if (page.data.length < PAGE) return all;
  }
}
