import { connection } from 'next/server';

/** A page that always fails, for tests of the error page; next.config.ts says when it exists. */
export default async function FaultPage(): Promise<never> {
  await connection();
  throw new Error('A fault for tests.');
}
