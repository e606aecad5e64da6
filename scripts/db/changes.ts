import type { PGlite } from '@electric-sql/pglite';
import { extract } from '@supabase/pg-delta/extract';
import { plan } from '@supabase/pg-delta/plan';

/** A statement that changes a database. */
export type Change = ReturnType<typeof plan>['actions'][number];

/** Lists what has to change in `present` so that it becomes `wanted`. */
export async function findChanges(present: PGlite, wanted: PGlite): Promise<Change[]> {
  return plan(await readFacts(present), await readFacts(wanted)).actions;
}

async function readFacts(database: PGlite) {
  const client = { query: (sql: string) => database.query(sql), release: () => undefined };
  const pool = { connect: async () => client } as unknown as Parameters<typeof extract>[0];
  return (await extract(pool)).factBase;
}
