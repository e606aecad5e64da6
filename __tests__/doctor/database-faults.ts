import {
  createSettingsFault,
  listFaults,
  NOWHERE,
  createPlantedFault,
  markAsWarning,
} from './fault';

/** Runs SQL as the owner of the database, and other SQL afterwards. */
const createSqlFault = (
  expectedFinding: string | RegExp,
  [plant, undo]: [plant: string, undo: string],
) =>
  createPlantedFault(expectedFinding, async ({ database }) => {
    await database.runSql(plant);
    return () => database.runSql(undo);
  });

const createTriggerFault = (expectedFinding: string, body: string) =>
  createSqlFault(expectedFinding, [
    `create function public.planted() returns trigger language plpgsql as $$ begin ${body} end; $$;
     create trigger a_planted before insert on public.strategy_sessions
       for each row execute function public.planted()`,
    'drop function public.planted cascade',
  ]);

export const databaseFaults = listFaults({
  settings: {
    'a setting is missing': createSettingsFault('SUPABASE_SECRET_KEY is missing', {
      SUPABASE_SECRET_KEY: undefined,
    }),
    'a setting is wrong': createSettingsFault(
      'CALL_MAX_SECONDS must be a whole number from 10 to 43200',
      {
        CALL_MAX_SECONDS: 'five minutes',
      },
    ),
    'the secret key is a public one': {
      expectedFinding: 'SUPABASE_SECRET_KEY is a public key',
      getSettings: ({ database }) => ({ SUPABASE_SECRET_KEY: database.publicKey }),
    },
  },
  database: {
    'the database is down': createSettingsFault('out of reach (no answer)', {
      SUPABASE_URL: NOWHERE,
    }),
    'the secret key is of another project': createSettingsFault('has refused the key', {
      SUPABASE_SECRET_KEY: 'sb_secret_of_another_project',
    }),
    'the secret key is a legacy one': markAsWarning({
      expectedFinding: 'a legacy service_role key',
      getSettings: ({ database }) => ({ SUPABASE_SECRET_KEY: database.legacyKey }),
    }),
  },
  migrations: {
    'the latest migrations were not applied': createSqlFault('no database_report of this version', [
      'alter function public.database_report() rename to gone',
      'alter function public.gone() rename to database_report',
    ]),
    'a migration was not applied': createSqlFault('missing or outdated: function end_call (', [
      'alter function public.end_call(text) rename to gone',
      'alter function public.gone(text) rename to end_call',
    ]),
    'a constraint is outdated': createSqlFault(
      'missing or outdated: constraint alerts.alerts_kind_known (',
      [
        `alter table public.alerts rename constraint alerts_kind_known to kept;
         alter table public.alerts add constraint alerts_kind_known check (kind <> '')`,
        `alter table public.alerts drop constraint alerts_kind_known;
         alter table public.alerts rename constraint kept to alerts_kind_known`,
      ],
    ),
    'a trigger is switched off': createSqlFault(
      /trigger strategy_sessions_refuse \(\d+_since_0_2_0\.sql\)/,
      [
        'alter table strategy_sessions disable trigger strategy_sessions_refuse',
        'alter table strategy_sessions enable trigger strategy_sessions_refuse',
      ],
    ),
  },
  privileges: {
    'row level security is off': createSqlFault('calls (row level security is off', [
      'alter table public.calls disable row level security',
      'alter table public.calls enable row level security',
    ]),
    'row level security is not forced': createSqlFault('calls (row level security is off', [
      'alter table public.calls no force row level security',
      'alter table public.calls force row level security',
    ]),
    'anon may read one column': createSqlFault('decisionMakers (anon has a right)', [
      'grant select (id) on public."decisionMakers" to anon',
      'revoke select (id) on public."decisionMakers" from anon',
    ]),
    'anon may call a function': createSqlFault('settle_call (anon may call it)', [
      'grant execute on function public.settle_call to anon',
      'revoke execute on function public.settle_call from anon',
    ]),
  },
  retention: {
    'nothing deletes expired rows': markAsWarning(
      createSqlFault('last deleted 72 h ago', [
        "update public.retention set purged_at = now() - interval '72 hours'",
        'update public.retention set purged_at = now()',
      ]),
    ),
    'nobody is told about an open request': markAsWarning(
      createSqlFault('stay past their 12 months', [
        'update public.retention set unannounced = 1',
        'update public.retention set unannounced = 0',
      ]),
    ),
    'a table keeps expired rows': markAsWarning(
      createSqlFault('could not be deleted from calls (23503)', [
        `update public.retention set failed = '{"calls": "23503"}'`,
        "update public.retention set failed = '{}'",
      ]),
    ),
  },
  write: {
    'requests cannot be written': createSqlFault('(403 42501)', [
      'revoke insert on public.strategy_sessions from service_role',
      'grant insert on public.strategy_sessions to service_role',
    ]),
    'requests cannot be deleted': createSqlFault('(403 42501)', [
      'revoke delete on public.strategy_sessions from service_role',
      'grant delete on public.strategy_sessions to service_role',
    ]),
    'another trigger drops what is written': createTriggerFault(
      'dropped without an error',
      'return null;',
    ),
    'another trigger calls a function that is missing': createTriggerFault(
      'missing or closed (404 42883)',
      'perform public.send_email_notification(new.id); return new;',
    ),
    'the database is read-only': createTriggerFault(
      'has failed (405 25006)',
      "raise exception 'full' using errcode = 'read_only_sql_transaction';",
    ),
  },
});
