import { readFileSync } from 'node:fs';
import { listFaults, NOWHERE } from './fault';

const REPORT = readFileSync('supabase/schemas/functions/doctor/database_report.sql', 'utf8');

const createTrigger = (body: string): [plant: string, undo: string] => [
  `create function public.planted() returns trigger language plpgsql as $$ begin ${body} end; $$;
   create trigger a_planted before insert on public.strategy_sessions
     for each row execute function public.planted()`,
  'drop function public.planted cascade',
];

export const databaseFaults = listFaults({
  settings: {
    'a setting is missing': {
      fails: 'SUPABASE_SECRET_KEY is missing',
      settings: { SUPABASE_SECRET_KEY: undefined },
    },
    'a setting is wrong': {
      fails: 'CALL_MAX_SECONDS must be a whole number from 10 to 43200',
      settings: { CALL_MAX_SECONDS: 'five minutes' },
    },
    'the secret key is a public one': {
      fails: 'SUPABASE_SECRET_KEY is a public key',
      settings: ({ database }) => ({ SUPABASE_SECRET_KEY: database.publicKey }),
    },
  },
  database: {
    'the database is down': {
      fails: 'out of reach (no answer)',
      settings: { SUPABASE_URL: NOWHERE },
    },
    'the secret key is of another project': {
      fails: 'has refused the key',
      settings: { SUPABASE_SECRET_KEY: 'sb_secret_of_another_project' },
    },
  },
  migrations: {
    'the latest migrations were not applied': {
      fails: 'no database_report of this version',
      sql: [
        'alter function public.database_report() rename to gone',
        'alter function public.gone() rename to database_report',
      ],
    },
    'a later migration was not applied': {
      fails: 'the last migration is 20261121090000_rate_limit_wait, and not 2',
      sql: [
        "comment on function public.database_report() is '20261121090000_rate_limit_wait'",
        /^comment on .*$/m.exec(REPORT)?.[0] ?? '',
      ],
    },
    'a part of a migration was not applied': {
      fails: 'missing: end_call',
      sql: [
        'alter function public.end_call(text) rename to gone',
        'alter function public.gone(text) rename to end_call',
      ],
    },
  },
  privileges: {
    'row level security is off': {
      fails: 'calls (row level security is off',
      sql: [
        'alter table public.calls disable row level security',
        'alter table public.calls enable row level security',
      ],
    },
    'row level security is not forced': {
      fails: 'calls (row level security is off',
      sql: [
        'alter table public.calls no force row level security',
        'alter table public.calls force row level security',
      ],
    },
    'anon may read one column': {
      fails: 'decisionMakers (anon has a right)',
      sql: [
        'grant select (id) on public."decisionMakers" to anon',
        'revoke select (id) on public."decisionMakers" from anon',
      ],
    },
    'anon may call a function': {
      fails: 'settle_call (anon may call it)',
      sql: [
        'grant execute on function public.settle_call to anon',
        'revoke execute on function public.settle_call from anon',
      ],
    },
  },
  retention: {
    'nothing deletes expired rows': {
      warns: 'last deleted 72 h ago',
      sql: [
        "update public.retention set purged_at = now() - interval '72 hours'",
        'update public.retention set purged_at = now()',
      ],
    },
  },
  write: {
    'requests cannot be written': {
      fails: '(403 42501)',
      sql: [
        'revoke insert on public.strategy_sessions from service_role',
        'grant insert on public.strategy_sessions to service_role',
      ],
    },
    'requests cannot be deleted': {
      fails: '(403 42501)',
      sql: [
        'revoke delete on public.strategy_sessions from service_role',
        'grant delete on public.strategy_sessions to service_role',
      ],
    },
    'another trigger drops what is written': {
      fails: 'dropped without an error',
      sql: createTrigger('return null;'),
    },
    'another trigger calls a function that is missing': {
      fails: 'missing or closed (404 42883)',
      sql: createTrigger('perform public.send_email_notification(new.id); return new;'),
    },
    'the database is read-only': {
      fails: 'has failed (405 25006)',
      sql: createTrigger("raise exception 'full' using errcode = 'read_only_sql_transaction';"),
    },
  },
});
