import { createClient, type SupabaseClientOptions } from '@supabase/supabase-js';
import { createJson, createRecordedFetch, type Answer } from '../contract';

/** A WebSocket that the test controls. */
export class ScriptedSocket {
  static opened: ScriptedSocket[] = [];
  /** 0 while it connects, 1 while it is open, 3 once it is closed. */
  readyState = 0;
  sent: string[] = [];
  readonly openedAt = Date.now();
  onopen: (event: unknown) => void = () => {};
  onclose: (event: unknown) => void = () => {};

  constructor(readonly url: string) {
    ScriptedSocket.opened.push(this);
  }

  open() {
    this.readyState = 1;
    this.onopen({});
  }

  drop() {
    this.readyState = 3;
    this.onclose({ code: 1006, reason: '', wasClean: false });
  }

  send(data: string) {
    this.sent.push(data);
  }

  close(code = 1000, reason = '') {
    this.readyState = 3;
    this.onclose({ code, reason, wasClean: true });
  }
}

type Auth = NonNullable<SupabaseClientOptions<'public'>['auth']>;
export type Backend = ReturnType<typeof connectBackend>;
export type ClientAction = (client: Backend['client']) => PromiseLike<unknown>;

/** The settings with which the product makes its client. */
const PRODUCT_AUTH: Auth = {
  persistSession: false,
  autoRefreshToken: false,
  detectSessionInUrl: false,
};

/** supabase-js on a recorded network. */
export function connectBackend(answer?: Answer, auth: Auth = {}) {
  const { fetch, requests } = createRecordedFetch(answer);
  ScriptedSocket.opened = [];
  const client = createClient('https://project.example', 'the-key', {
    global: { fetch },
    realtime: { transport: ScriptedSocket as unknown as typeof WebSocket },
    auth: { ...PRODUCT_AUTH, ...auth },
  });
  return { client, requests };
}

export const user = { id: 'user-1', aud: 'authenticated', email: 'jana@example.com' };
export const credentials = { email: user.email, password: 'secret' };

/** An answer that signs somebody in. */
export const createSession = (expiresIn = 3600) => ({
  ...{ access_token: 'access', refresh_token: 'refresh-1', token_type: 'bearer' },
  expires_in: expiresIn,
  user,
});

/** The same client with somebody signed in. */
export async function connectUser(answer: Answer, auth?: Auth, expiresIn?: number) {
  let isFirst = true;
  const backend = connectBackend(() => {
    if (!isFirst) return answer();
    isFirst = false;
    return createJson(createSession(expiresIn));
  }, auth);
  const { error } = await backend.client.auth.signInWithPassword(credentials);
  expect(error).toBeNull();
  backend.requests.length = 0;
  return backend;
}
