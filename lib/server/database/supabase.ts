import 'server-only';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import ws from 'ws';
import { getEnv } from '@/lib/server/env';
import { shareInProcess } from '@/lib/server/shared-state';
import { alertOutage, endOutage } from './outages';
import { createResilientFetch } from './resilient-fetch';
import type { FunctionResult } from './results';
import type { Functions, RequiredColumns, Tables } from './schema.generated';

/** The schema of supabase/migrations, in the format of supabase-js. */
export type Database = {
  public: {
    Tables: {
      [Name in keyof Tables]: {
        Row: Tables[Name];
        Insert: Pick<Tables[Name], RequiredColumns[Name] & keyof Tables[Name]> &
          Partial<Tables[Name]>;
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
  fetchDatabase: typeof fetch = createResilientFetch(),
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
  shareInProcess('site.database', () =>
    connectFromSettings({ onOpen: alertOutage, onClose: endOutage }),
  );

/** Returns a second client, whose own circuit keeps slow counters from blocking requests. */
export const getCounterDatabase = (): Db =>
  shareInProcess('site.counter-database', () => connectFromSettings({ name: 'counter_circuit' }));

function connectFromSettings(circuit: Parameters<typeof createResilientFetch>[0]) {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = getEnv();
  return createDatabaseClient(SUPABASE_URL, SUPABASE_SECRET_KEY, createResilientFetch(circuit));
}
