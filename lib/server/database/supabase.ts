import 'server-only';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import ws from 'ws';
import { getEnv } from '@/lib/server/env';
import { outageCallbacks } from './outages';
import { createResilientFetch } from './resilient-fetch';
import type { Functions, Required, Tables } from './schema.generated';

/** How to reach a call at the provider. */
export type CallAddress = Pick<Tables['calls'], 'call_id' | 'control_url'>;

/** `caller`: the hashed network. `personal`: whether it is a call to a prospect's assistant. */
export type Caller = Pick<Tables['calls'], 'caller' | 'personal'>;

export type SpentBudget = 'address_hour' | 'address_day' | 'day' | 'at_once';

/** An alert goes to the operator by webhook or mail, or to the visitor by mail. */
export type Channel = 'webhook' | 'mail' | 'visitor';

export type AlertKind =
  | 'request'
  | 'overdue'
  | 'expiring'
  | 'calls-failing'
  | 'calls-budget'
  | 'site-failing'
  | 'acknowledgement';

/** The values in an alert's message. They must not be about a person. */
export type AlertFacts = Readonly<Record<string, string | number | boolean>>;

/** An alert that this process has to send over the `missing` channels. */
export type ClaimedAlert = {
  id: string;
  kind: AlertKind;
  subject: string | null;
  facts: AlertFacts;
  missing: Channel[];
  address: string | null;
};

/**
 * Deleted rows per table. `expiring`: open requests that will be deleted within two weeks;
 * `unannounced`: those kept past their time, because no alert about them was delivered.
 */
type Purged = Record<Exclude<keyof Tables, 'retention'> | 'expiring' | 'unannounced', number>;

/** Makes the compiler compare narrower results with those of the migrations. */
type Narrow<Results extends { [Name in keyof Results]: Result<Name> }> = Results;
type Result<Name> = Name extends keyof Functions ? Functions[Name]['Returns'] : never;

/** What the schema does not say: closed lists, the shape of JSON, and that a row has no nulls. */
type Results = Narrow<{
  call_refusal: SpentBudget | null;
  take_call: SpentBudget | 'used' | null;
  claim_alerts: ClaimedAlert[];
  purge_expired: Purged | null;
  read_funnel: Pick<Tables['funnel_counts'], 'event' | 'detail' | 'page' | 'count'>[];
}>;

/** The schema of supabase/migrations, in the format of supabase-js. */
export type Database = {
  public: {
    Tables: {
      [Name in keyof Tables]: {
        Row: Tables[Name];
        Insert: Pick<Tables[Name], Required[Name] & keyof Tables[Name]> & Partial<Tables[Name]>;
        Update: Partial<Tables[Name]>;
        Relationships: [];
      };
    };
    Views: {
      funnel: { Row: Record<string, string | number>; Relationships: [] };
    };
    Functions: {
      [Name in keyof Functions]: {
        Args: Functions[Name]['Args'];
        Returns: Name extends keyof Results ? Results[Name] : NonNullable<Result<Name>>;
      };
    };
  };
};

/** Creates a client without sessions. */
export function createDatabaseClient(
  url: string,
  secretKey: string,
  fetchDatabase: typeof fetch = createResilientFetch(),
): SupabaseClient<Database> {
  return createClient<Database>(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: fetchDatabase },
    // The client does not start without a WebSocket, and Node 20 has none.
    ...(typeof WebSocket === 'undefined'
      ? { realtime: { transport: ws as unknown as typeof WebSocket } }
      : {}),
  });
}

let client: SupabaseClient<Database> | undefined;

/** Returns this process's client, created on first use from the settings. */
export function getDatabase(): SupabaseClient<Database> {
  return (client ??= connectFromSettings(outageCallbacks));
}

let counterClient: SupabaseClient<Database> | undefined;

/** Returns a second client, whose own circuit keeps slow counters from blocking requests. */
export function getCounterDatabase(): SupabaseClient<Database> {
  return (counterClient ??= connectFromSettings({ name: 'counter_circuit' }));
}

function connectFromSettings(circuit: Parameters<typeof createResilientFetch>[0]) {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = getEnv();
  return createDatabaseClient(SUPABASE_URL, SUPABASE_SECRET_KEY, createResilientFetch(circuit));
}
