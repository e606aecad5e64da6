import 'server-only';

export type FailedQuery = { error: { code: string }; status: number };

/** Creates the error that a command prints when the database has failed. */
export function createDatabaseError({ error, status }: FailedQuery): Error {
  return status === 0
    ? new Error('The database did not answer.')
    : new Error(`The database refused: ${error.code || 'no code'}, status ${status}.`);
}

const PAGE_ROWS = 500;

type Page<Row> = { data: Row[]; error: null } | (FailedQuery & { data: null });

/**
 * Reads all pages of a list; `readPage` returns the rows from one index to another, both included,
 * in a stable order. Throws an error for the operator when the database fails.
 */
export async function readAllRows<Row>(
  readPage: (from: number, to: number) => PromiseLike<Page<Row>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await readPage(rows.length, rows.length + PAGE_ROWS - 1);
    if (page.error) throw createDatabaseError(page);
    rows.push(...page.data);
    if (page.data.length < PAGE_ROWS) return rows;
  }
}
