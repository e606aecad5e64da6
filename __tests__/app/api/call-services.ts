import { createPost } from '@/__tests__/lib/server/create-post';
import {
  createAnswer,
  connectDatabase,
  type SentQuery,
} from '@/__tests__/lib/server/database/database-answers';
import { collectLogLines } from '@/__tests__/lib/server/log/log-lines';
import { changeSettings, SITE } from '@/__tests__/lib/server/settings';
import { errorsEn } from '@/lib/content/contact-en';

type Route = { POST: (request: Request) => Promise<Response> };

export const LANDING_ASSISTANT = 'landing-assistant';
export const PROSPECT_ASSISTANT = 'demo-cs';
/** The response of every refusal; the page shows its own sentences. */
export const createRefusal = (status: number, error: string) => ({
  status,
  body: { ok: false, error, message: errorsEn[error as keyof typeof errorsEn] },
});

/** What the browser gets of the provider's answer. */
export const createdCall = {
  webCallUrl: 'https://calls.example/room',
  transport: { callToken: 'token' },
};
export const providerAnswer = { id: 'call-1', orgId: 'org', ...createdCall };

const createDefaults = () => ({
  /** Why the database refuses a call. */
  spentBudget: null as string | null,
  /** What the database returns to a request that ends a call. */
  handles: [] as { call_id: string | null; control_url: string | null }[],
  answerAsProvider: (): Response | Promise<Response> =>
    Response.json(providerAnswer, { status: 201 }),
  /** What the database finds for a personal link. */
  prospect: null as object | null,
  /** The functions of the database that fail. */
  failing: [] as string[],
  sentQueries: [] as SentQuery[],
});

/**
 * Fakes the database and the provider for a call route in each test of the file. After each test
 * the log is checked: no line may say who called, with what id, or hold a key.
 */
export function setUpCallServices() {
  const lines = collectLogLines();
  const services = {
    ...createDefaults(),
    lines,
    /** Lists queries, in order: tables and functions of the database, paths of the provider. */
    listQueryNames: () => services.sentQueries.map(({ table }) => table),
    findBody: (name: string) => services.sentQueries.find(({ table }) => table === name)?.body,
  };
  beforeEach(() => {
    Object.assign(services, createDefaults());
    services.sentQueries = connectDatabase(({ table }) => {
      if (table.startsWith('/control')) return Response.json({});
      if (table.startsWith('/call/')) return services.answerAsProvider();
      if (services.failing.includes(table)) return Promise.reject(new TypeError('fetch failed'));
      if (table === 'rpc/settle_call') return createAnswer(false);
      if (table === 'rpc/end_call') return createAnswer(services.handles);
      if (table === 'calls') return createAnswer([]);
      return createAnswer({ refusal: services.spentBudget, prospect: services.prospect });
    });
    changeSettings({
      VAPI_PUBLIC_KEY: 'public-key',
      VAPI_PRIVATE_KEY: undefined,
      VAPI_ORG_ID: undefined,
      VAPI_WEBHOOK_SECRET: 'hook-secret',
      VAPI_ASSISTANT_ID: LANDING_ASSISTANT,
      VAPI_API_URL: 'https://voice.example',
      TRUSTED_IP_HEADER: 'x-real-ip',
      CALLS_OFF: false,
      CALLS_AT_ONCE: 8,
    });
  });
  afterEach(() => {
    const logText = JSON.stringify(lines);
    expect(logText).not.toMatch(/(public|private)-key|hook-secret|eyJ|Bearer|192\.0\.2|Novák/);
    for (const secret of [
      LANDING_ASSISTANT,
      PROSPECT_ASSISTANT,
      ...services.sentQueries.flatMap(listIds),
    ])
      expect(logText).not.toContain(secret);
  });
  return services;
}

const listIds = ({ body }: SentQuery) => (body as { id?: string } | undefined)?.id ?? [];

export type Post = {
  body?: unknown;
  headers?: Record<string, string>;
  type?: string;
  signal?: AbortSignal;
};

let visitors = 0;

/** Posts JSON or a raw body from our own page; each post comes from another visitor. */
export const createSender =
  (path: string, route: Route, usualBody: unknown) =>
  async ({
    body = usualBody,
    headers = { origin: SITE },
    type = 'application/json',
    signal,
  }: Post = {}) => {
    visitors += 1;
    const response = await route.POST(
      createPost(
        path,
        body,
        { 'content-type': type, 'x-real-ip': `192.0.2.${visitors}`, ...headers },
        signal && { signal },
      ),
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    return { status: response.status, body: (await response.json()) as unknown };
  };
