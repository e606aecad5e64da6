import 'server-only';
import { DEFAULT_PERSONAL_LANGUAGE, findLanguage, type Language } from '@/lib/language';
import { IDENTITY_COLUMNS, type Prospect, type Variables } from '@/lib/outreach/prospect';
import { readAllRows, sendOrThrow } from '@/lib/server/database/queries';
import { type Db, getDatabase } from '@/lib/server/database/supabase';
import { DEFAULT_RETENTION_MONTHS } from '@/lib/settings/rules';

// For the commands: each function throws a sentence when the database fails.

const openTable = (db = getDatabase()) => db.from('decisionMakers');

export type LinkOptions = { language?: Language | undefined; variables?: Variables | undefined };

/** Adds a prospect, or renews the link of one that exists, which keeps what is not given. */
export async function storeProspect(
  prospect: Prospect,
  { language, variables }: LinkOptions = {},
  db?: Db,
): Promise<{ added: boolean; code: string | null; language: Language }> {
  const options = { ...(language && { language }), ...(variables && { variables }) };
  const inserted = await openTable(db)
    .insert({ ...prospect, language: DEFAULT_PERSONAL_LANGUAGE, ...options })
    .select('code, language');
  const isKnown = inserted.error?.code === '23505';
  const given = Object.fromEntries(Object.entries(prospect).filter(([, value]) => value !== null));
  const renewal = IDENTITY_COLUMNS.reduce(
    (query, column) =>
      query.filter(column, prospect[column] === null ? 'is' : 'eq', prospect[column]),
    openTable(db).update({ ...given, ...options, renewed_at: new Date().toISOString() }),
  );
  const { data } = await sendOrThrow(
    isKnown ? renewal.select('code, language') : Promise.resolve(inserted),
  );
  const [stored] = data;
  return {
    added: !isKnown,
    code: stored?.code ?? null,
    language: findLanguage(stored?.language) ?? DEFAULT_PERSONAL_LANGUAGE,
  };
}

export const listProspects = (db?: Db) =>
  readAllRows((from, to) =>
    openTable(db)
      .select('*')
      .order('visited_at', { ascending: false, nullsFirst: false })
      .order('created_at', { ascending: false })
      .order('id')
      .range(from, to),
  );

export async function readLinkMonths(db = getDatabase()): Promise<number> {
  const { data } = await sendOrThrow(db.from('retention').select('months').limit(1));
  return data[0]?.months ?? DEFAULT_RETENTION_MONTHS;
}

/** At the end of a month the purge, which counts back, deletes it up to three days later. */
export function findLinkEnd({ period_start }: { period_start: string }, months: number): Date {
  const end = new Date(period_start);
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + months);
  if (end.getUTCDate() !== day) end.setUTCDate(0);
  return end;
}
