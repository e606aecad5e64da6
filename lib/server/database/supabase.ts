import 'server-only';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import ws from 'ws';
import { getEnv } from '@/lib/server/env';
import { outageCallbacks } from './outages';
import { createResilientFetch } from './resilient-fetch';

type StrategySession = {
  id: string;
  service_type: string;
  email: string;
  message: string | null;
  created_at: string;
  handled_at: string | null;
  suspected_spam: boolean;
  idempotency_key: string | null;
};

type DecisionMaker = {
  id: string;
  vapi_assistant_id: string;
  visited_at: string | null;
  contact_name: string | null;
  company_name: string | null;
  created_at: string;
  renewed_at: string | null;
  /** The last of `created_at`, `visited_at` and `renewed_at`; read-only. */
  period_start: string;
};

type Call = {
  ticket: string;
  caller: string | null;
  personal: boolean;
  created_at: string;
  ends_by: string;
  ended_at: string | null;
  checked_at: string | null;
  left_at: string | null;
  call_id: string | null;
  control_url: string | null;
  seconds: number | null;
  cost: number | null;
  counted: boolean;
};

/** How to reach a call at the provider. */
export type CallAddress = { call_id: string | null; control_url: string | null };

type CallDay = { day: string; personal: boolean; calls: number; seconds: number; cost: number };

/** An alert goes to the operator by webhook or mail, or to the visitor by mail. */
export type Channel = 'webhook' | 'mail' | 'visitor';

type Alert = {
  id: string;
  kind: AlertKind;
  subject: string | null;
  facts: AlertFacts;
  dedupe: string;
  created_at: string;
  due_at: string;
  attempts: number;
  sent: Channel[];
  sent_at: string | null;
};

type Retention = {
  one_row: true;
  months: number;
  purged_at: string | null;
  expiring: number;
  unannounced: number;
  jobs_at: string | null;
};

type RateLimit = { key: string; hits: number; expires_at: string };

type FunnelCount = {
  day: string;
  event: string;
  detail: string;
  page: string;
  language: string;
  device: string;
  entry: string;
  count: number;
};

type Table<Row, Required extends keyof Row> = {
  Row: Row;
  Insert: Pick<Row, Required> & Partial<Row>;
  Update: Partial<Row>;
  Relationships: [];
};

type RateLimitArgument = { key: string; points: number; seconds: number; retry: string | null };

/** `caller`: the hashed network. `personal`: whether it is a call to a prospect's assistant. */
export type Caller = { caller: string | null; personal: boolean };

export type CallBudgets = Record<
  'address_hour' | 'address_day' | 'day' | 'day_shared' | 'at_once',
  number
>;

export type SpentBudget = Exclude<keyof CallBudgets, 'day_shared'>;

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
export type ClaimedAlert = Pick<Alert, 'id' | 'kind' | 'subject' | 'facts'> & {
  missing: Channel[];
  address: string | null;
};

/**
 * Deleted rows per table. `expiring`: open requests that will be deleted within two weeks;
 * `unannounced`: those kept past their time, because no alert about them was delivered.
 */
export type Purged = Record<
  | 'strategy_sessions'
  | 'decisionMakers'
  | 'rate_limits'
  | 'alerts'
  | 'funnel_counts'
  | 'call_days'
  | 'calls'
  | 'expiring'
  | 'unannounced',
  number
>;

/** The tables and functions of supabase/migrations, in the format of supabase-js. */
export type Database = {
  public: {
    Tables: {
      strategy_sessions: Table<StrategySession, 'service_type' | 'email'>;
      decisionMakers: Table<DecisionMaker, 'vapi_assistant_id'>;
      rate_limits: Table<RateLimit, keyof RateLimit>;
      calls: Table<Call, 'ticket' | 'caller' | 'personal' | 'ends_by'>;
      call_days: Table<CallDay, 'day' | 'personal'>;
      funnel_counts: Table<FunnelCount, Exclude<keyof FunnelCount, 'detail'>>;
      alerts: Table<Alert, 'kind' | 'dedupe'>;
      retention: Table<Retention, never>;
    };
    Views: {
      funnel: { Row: Record<string, string | number>; Relationships: [] };
    };
    Functions: {
      take_rate_limits: { Args: { takes: RateLimitArgument[] }; Returns: number };
      call_refusal: { Args: Caller & { budgets: CallBudgets }; Returns: SpentBudget | null };
      take_call: {
        Args: Caller & { ticket: string; max_seconds: number; budgets: CallBudgets };
        Returns: SpentBudget | 'used' | null;
      };
      settle_call: {
        Args: { ticket: string; seconds?: number; cost?: number };
        Returns: boolean;
      };
      record_call: {
        Args: { ticket: string; has_left: boolean } & CallAddress;
        Returns: boolean;
      };
      leave_call: {
        Args: { ticket: string; personal: boolean; named_id: string | null };
        Returns: CallAddress[];
      };
      cancel_call: { Args: { ticket: string }; Returns: undefined };
      count_events: {
        Args: Pick<FunnelCount, 'page' | 'language' | 'device' | 'entry'> & {
          events: readonly Pick<FunnelCount, 'event' | 'detail'>[];
        };
        Returns: undefined;
      };
      read_funnel: {
        Args: { since: string };
        Returns: Pick<FunnelCount, 'event' | 'detail' | 'page' | 'count'>[];
      };
      write_alert: {
        Args: Pick<Alert, 'kind' | 'subject' | 'facts' | 'dedupe'>;
        Returns: undefined;
      };
      tend_alerts: { Args: Record<never, never>; Returns: number };
      claim_alerts: { Args: { channels: Channel[]; most: number }; Returns: ClaimedAlert[] };
      alert_sent: { Args: { id: string; channel: Channel }; Returns: undefined };
      claim_jobs: { Args: Record<never, never>; Returns: boolean };
      purge_expired: { Args: { months?: number }; Returns: Purged | null };
      check_write: { Args: Record<never, never>; Returns: boolean };
      database_report: { Args: Record<never, never>; Returns: unknown };
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
