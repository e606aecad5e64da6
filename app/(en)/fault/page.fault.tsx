import { connection } from 'next/server';

/** A page that always fails, for tests; next.config.ts decides whether it exists. */
export default async function FaultPage(): Promise<never> {
  await connection();
  throw new Error('A fault for tests.');
}
