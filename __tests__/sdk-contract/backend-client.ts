import { createClient, type SupabaseClientOptions } from '@supabase/supabase-js';
import { recordedFetch, type Answer, type RecordedRequest } from './recorded-fetch';

/** A WebSocket that the test controls. */
export class ScriptedSocket {
  static opened: ScriptedSocket[] = [];
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;

  readyState = ScriptedSocket.CONNECTING;
  binaryType = 'blob';
  bufferedAmount = 0;
  sent: string[] = [];
  readonly openedAt = Date.now();
  onopen: (event: unknown) => void = () => {};
  onclose: (event: unknown) => void = () => {};
  onerror: (event: unknown) => void = () => {};
  onmessage: (event: unknown) => void = () => {};

  constructor(readonly url: string) {
    ScriptedSocket.opened.push(this);
  }

  open() {
    this.readyState = ScriptedSocket.OPEN;
    this.onopen({});
  }

  drop() {
    this.readyState = ScriptedSocket.CLOSED;
    this.onclose({ code: 1006, reason: '', wasClean: false });
  }

  send(data: string) {
    this.sent.push(data);
  }

  close(code = 1000, reason = '') {
    this.readyState = ScriptedSocket.CLOSED;
    this.onclose({ code, reason, wasClean: true });
  }
}

type Auth = SupabaseClientOptions<'public'>['auth'];

const project = 'https://project.example';

/** The settings with which the product makes its client. */
export const asTheProduct: Auth = {
  persistSession: false,
  autoRefreshToken: false,
  detectSessionInUrl: false,
};

/** supabase-js on a recorded network. */
export function connectBackend(answer?: Answer, auth: Auth = asTheProduct) {
  const { fetch, requests } = recordedFetch(answer);
  ScriptedSocket.opened = [];
  const client = createClient(project, 'the-key', {
    global: { fetch },
    realtime: { transport: ScriptedSocket as unknown as typeof WebSocket },
    ...(auth ? { auth } : {}),
  });
  return { client, requests };
}

export const user = { id: 'user-1', aud: 'authenticated', email: 'jana@example.com' };

/** An answer that signs somebody in. */
export const session = (expiresIn = 3600, refreshToken = 'refresh-1') => ({
  access_token: 'access',
  refresh_token: refreshToken,
  token_type: 'bearer',
  expires_in: expiresIn,
  user,
});

export const routeOf = ({ method, url }: RecordedRequest) =>
  `${method} ${url.pathname.replace(/^\/auth\/v1/, '')}`;

/** The same client with somebody signed in. */
export async function signedIn(answer: Answer, auth?: Auth, expiresIn?: number) {
  let first = true;
  const backend = connectBackend((request, count) => {
    if (!first) return answer(request, count - 1);
    first = false;
    return Response.json(session(expiresIn));
  }, auth);
  const { error } = await backend.client.auth.signInWithPassword({
    email: user.email,
    password: 'secret',
  });
  expect(error).toBeNull();
  backend.requests.length = 0;
  return backend;
}
