import 'server-only';

/** An answer of the database that is a failure. */
export type Failed = { error: { code: string }; status: number };

/** What an operator reads when the database has failed. */
export function refusal({ error, status }: Failed): Error {
  return status === 0
    ? new Error('The database did not answer.')
    : new Error(`The database refused: ${error.code || 'no code'}, status ${status}.`);
}
