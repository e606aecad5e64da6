import 'server-only';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import ws from 'ws';
import { env } from './env';

const TIMEOUT_MS = 4000;

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

type Table<Row, Required extends keyof Row> = {
  Row: Row;
  Insert: Pick<Row, Required> & Partial<Row>;
  Update: Partial<Row>;
  Relationships: [];
};

/** The tables of supabase/migrations, as supabase-js wants them described. */
export type Database = {
  public: {
    Tables: {
      strategy_sessions: Table<StrategySession, 'service_type' | 'email'>;
      decisionMakers: Table<DecisionMaker, 'vapi_assistant_id'>;
    };
    Views: Record<never, never>;
    Functions: Record<never, never>;
  };
};

function fetchInTime(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  return fetch(input, { ...init, signal, cache: 'no-store' });
}

/** A client for server-side use: keeps no session, and gives each call four seconds. */
export function connect(url: string, secretKey: string): SupabaseClient<Database> {
  return createClient<Database>(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: fetchInTime },
    // Node 20 has no WebSocket of its own, and the client refuses to start without one.
    ...(typeof WebSocket === 'undefined'
      ? { realtime: { transport: ws as unknown as typeof WebSocket } }
      : {}),
  });
}

let client: SupabaseClient<Database> | undefined;

/** The one client of this process, made on first use from the settings. */
export function database(): SupabaseClient<Database> {
  return (client ??= connect(env().SUPABASE_URL, env().SUPABASE_SECRET_KEY));
}
