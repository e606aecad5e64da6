import 'server-only';

const PAGE = 500;

type Failed = { error: { code: string }; status: number };
type Page<Row> = { data: Row[]; error: null } | (Failed & { data: null });

/**
 * Reads a list to its end, however long it is.
 *
 * @param ask gives the rows from one index to another, both included, always in the same order
 * @throws a sentence for the operator when the database fails
 */
export async function allRows<Row>(
  ask: (from: number, to: number) => PromiseLike<Page<Row>>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (;;) {
    const page = await ask(all.length, all.length + PAGE - 1);
    if (page.error) throw refusal(page);
    all.push(...page.data);
    if (page.data.length < PAGE) return all;
  }
}

/** What an operator is told of a database that failed. */
export const refusal = ({ error, status }: Failed): Error =>
  status === 0
    ? new Error('The database did not answer.')
    : new Error(`The database refused: ${error.code || 'no code'}, status ${status}.`);
