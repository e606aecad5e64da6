import 'server-only';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import ws from 'ws';
import { getEnv } from '@/lib/server/env';
import { shareInProcess } from '@/lib/server/shared-state';
import { createResilientFetch, fetchOnce } from './resilient-fetch';
import type { FunctionResult } from './results';
import type { Functions, Tables } from './schema.generated';

/** The schema of supabase/migrations, in the format of supabase-js. */
export type Database = {
  public: {
    Tables: {
      [Name in keyof Tables]: {
        Row: Tables[Name];
        Insert: Partial<Tables[Name]>;
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
        Returns: FunctionResult<Name>;
      };
    };
  };
};

export type Db = SupabaseClient<Database>;

export function createDatabaseClient(
  url: string,
  secretKey: string,
  fetchDatabase: typeof fetch = fetchOnce,
): Db {
  return createClient<Database>(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: fetchDatabase },
    // The client does not start without a WebSocket, and Node 20 has none.
    ...(typeof WebSocket === 'undefined'
      ? { realtime: { transport: ws as unknown as typeof WebSocket } }
      : {}),
  });
}

export const getDatabase = (): Db =>
  shareInProcess('site.database', () => connectFromSettings(createResilientFetch()));

/** Slow counters must not open the circuit, which would block requests. */
export const getCounterDatabase = (): Db =>
  shareInProcess('site.counter-database', () => connectFromSettings(fetchOnce));

const connectFromSettings = (fetchDatabase: typeof fetch): Db =>
  createDatabaseClient(getEnv().SUPABASE_URL, getEnv().SUPABASE_SECRET_KEY, fetchDatabase);
