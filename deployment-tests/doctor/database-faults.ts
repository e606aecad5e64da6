import { type Fault, NOWHERE, withSettings } from './fault';
import type { World } from './world';

/** Runs SQL as the owner of the database, and other SQL afterwards. */
const sql =
  (plant: string, undo: string) =>
  async ({ database }: World) => {
    await database.sql(plant);
    return () => database.sql(undo);
  };

const trigger = (body: string) =>
  sql(
    `create function public.planted() returns trigger language plpgsql as $$ begin ${body} end; $$;
     create trigger a_planted before insert on public.strategy_sessions
       for each row execute function public.planted()`,
    'drop function public.planted cascade',
  );

/** Of the settings, and of the database. */
export const databaseFaults: Fault[] = [
  {
    what: 'a setting is missing',
    checkName: 'settings',
    expectedFinding: 'SUPABASE_SECRET_KEY is missing',
    settings: withSettings({ SUPABASE_SECRET_KEY: undefined }),
  },
  {
    what: 'a setting is wrong',
    checkName: 'settings',
    expectedFinding: 'CALL_MAX_SECONDS must be a number',
    settings: withSettings({ CALL_MAX_SECONDS: 'five minutes' }),
  },
  {
    what: 'the secret key is a public one',
    checkName: 'settings',
    expectedFinding: 'SUPABASE_SECRET_KEY is a public key',
    settings: ({ database }) => ({ SUPABASE_SECRET_KEY: database.publicKey }),
  },

  {
    what: 'the database is down',
    checkName: 'database',
    expectedFinding: 'no answer from 127.0.0.1:9',
    settings: withSettings({ SUPABASE_URL: NOWHERE }),
  },
  {
    what: 'the secret key is of another project',
    checkName: 'database',
    expectedFinding: 'refuses SUPABASE_SECRET_KEY (401)',
    settings: withSettings({ SUPABASE_SECRET_KEY: 'sb_secret_of_another_project' }),
  },
  {
    what: 'the latest migrations were not applied',
    checkName: 'migrations',
    expectedFinding: 'has no database_report',
    plant: sql(
      'alter function public.database_report() rename to gone',
      'alter function public.gone() rename to database_report',
    ),
  },
  {
    what: 'a migration was not applied',
    checkName: 'migrations',
    expectedFinding: 'missing or outdated (from 20261123090000_calls.sql): function cancel_call',
    plant: sql(
      'alter function public.cancel_call(text) rename to gone',
      'alter function public.gone(text) rename to cancel_call',
    ),
  },
  {
    what: 'a trigger is switched off',
    checkName: 'migrations',
    expectedFinding: 'trigger strategy_sessions_refuse_duplicate',
    plant: sql(
      'alter table strategy_sessions disable trigger strategy_sessions_refuse_duplicate',
      'alter table strategy_sessions enable trigger strategy_sessions_refuse_duplicate',
    ),
  },
  {
    what: 'row level security is off',
    checkName: 'row level security',
    expectedFinding: 'for calls',
    plant: sql(
      'alter table public.calls disable row level security',
      'alter table public.calls enable row level security',
    ),
  },
  {
    what: 'anon may read a table',
    checkName: 'rights of anon',
    expectedFinding: 'may use decisionMakers',
    plant: sql(
      'grant select on public."decisionMakers" to anon',
      'revoke select on public."decisionMakers" from anon',
    ),
  },
  {
    what: 'anon may call a function',
    checkName: 'rights of anon',
    expectedFinding: 'may use settle_call',
    plant: sql(
      'grant execute on function public.settle_call(text, integer, numeric) to anon',
      'revoke execute on function public.settle_call(text, integer, numeric) from anon',
    ),
  },
  {
    what: 'the publishable key is a secret one',
    checkName: 'publishable key',
    expectedFinding: /may read \w+, .*write \w+, .*call \w+/,
    settings: ({ database }) => ({ SUPABASE_PUBLISHABLE_KEY: database.secretKey }),
  },
  {
    what: 'the publishable key is of another project',
    checkName: 'publishable key',
    expectedFinding: 'does not belong to this project',
    isWarning: true,
    settings: withSettings({ SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_of_another_project' }),
  },
  {
    what: 'nothing deletes expired rows',
    checkName: 'retention',
    expectedFinding: 'last deleted 72 h ago',
    isWarning: true,
    plant: sql(
      "update public.retention set purged_at = now() - interval '72 hours'",
      'update public.retention set purged_at = now()',
    ),
  },
  {
    what: 'requests cannot be written',
    checkName: 'write',
    expectedFinding: 'may not write (42501)',
    plant: sql(
      'revoke insert on public.strategy_sessions from service_role',
      'grant insert on public.strategy_sessions to service_role',
    ),
  },
  {
    what: 'a trigger of somebody drops what is written',
    checkName: 'write',
    expectedFinding: 'dropped without an error',
    plant: trigger('return null;'),
  },
  {
    what: 'the database is read-only',
    checkName: 'write',
    expectedFinding: 'the database is read-only (25006)',
    plant: trigger("raise exception 'full' using errcode = 'read_only_sql_transaction';"),
  },
];
