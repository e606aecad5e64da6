import 'server-only';

export type Failed = { error: { code: string }; status: number };

/** The error that a command prints when the database has failed. */
export function createDatabaseError({ error, status }: Failed): Error {
  return status === 0
    ? new Error('The database did not answer.')
    : new Error(`The database refused: ${error.code || 'no code'}, status ${status}.`);
}
