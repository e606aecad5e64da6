import 'server-only';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import ws from 'ws';
import { env } from './env';
import { resilientFetch } from './resilient-fetch';
import { traced } from './spans';

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
};

type RateLimit = { key: string; hits: number; expires_at: string };

type Table<Row, Required extends keyof Row> = {
  Row: Row;
  Insert: Pick<Row, Required> & Partial<Row>;
  Update: Partial<Row>;
  Relationships: [];
};

/** See supabase/migrations, `take_rate_limits`. */
type RateLimitArgument = { key: string; points: number; seconds: number; retry: string | null };

/** The tables of supabase/migrations, as supabase-js wants them described. */
export type Database = {
  public: {
    Tables: {
      strategy_sessions: Table<StrategySession, 'service_type' | 'email'>;
      decisionMakers: Table<DecisionMaker, 'vapi_assistant_id'>;
      rate_limits: Table<RateLimit, keyof RateLimit>;
    };
    Views: Record<never, never>;
    Functions: {
      take_rate_limits: { Args: { takes: RateLimitArgument[] }; Returns: number };
      delete_old_requests: { Args: { months?: number }; Returns: number };
    };
  };
};

/** A client for server-side use: keeps no session. */
export function connect(
  url: string,
  secretKey: string,
  fetchDatabase: typeof fetch = resilientFetch(),
): SupabaseClient<Database> {
  return createClient<Database>(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: fetchDatabase },
    // Node 20 has no WebSocket of its own, and the client refuses to start without one.
    ...(typeof WebSocket === 'undefined'
      ? { realtime: { transport: ws as unknown as typeof WebSocket } }
      : {}),
  });
}

let client: SupabaseClient<Database> | undefined;

/** The one client of this process, made on first use from the settings. */
export function database(): SupabaseClient<Database> {
  return (client ??= connectBySettings());
}

function connectBySettings() {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY, OTEL_EXPORTER_OTLP_ENDPOINT } = env();
  const fetchDatabase = resilientFetch();
  return connect(
    SUPABASE_URL,
    SUPABASE_SECRET_KEY,
    OTEL_EXPORTER_OTLP_ENDPOINT ? traced(fetchDatabase) : fetchDatabase,
  );
}
