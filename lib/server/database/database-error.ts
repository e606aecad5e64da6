import 'server-only';

export type FailedQuery = { error: { code: string }; status: number };

/** Creates the error that a command prints when the database has failed. */
export function createDatabaseError({ error, status }: FailedQuery): Error {
  return status === 0
    ? new Error('The database did not answer.')
    : new Error(`The database refused: ${error.code || 'no code'}, status ${status}.`);
}
