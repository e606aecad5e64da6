import { collectLogLines } from '@/__tests__/lib/server/log/log-lines';
import { SITE } from '@/__tests__/lib/server/settings';
import { onRequestError, register } from '@/instrumentation';

const DATABASE = 'https://project.supabase.example';
const complete = {
  NEXT_RUNTIME: 'nodejs',
  NODE_ENV: 'development',
  SITE_URL: SITE,
  SUPABASE_URL: DATABASE,
  SUPABASE_SECRET_KEY: 'sb_secret_abcdef',
} as const;

const lines = collectLogLines();
const request = jest.fn<Promise<Response>, [url: unknown]>(() => new Promise(() => undefined));
const { fetch } = globalThis;
beforeEach(() => {
  jest.useFakeTimers();
  globalThis.fetch = request as unknown as typeof fetch;
});
afterAll(() => void (globalThis.fetch = fetch));

const provide = (more: Record<string, string>) =>
  jest.replaceProperty(process, 'env', { ...complete, ...more });

// `lifecycle.test.ts` has a server that ends with a wrong setting.
test('a server starts its jobs, also without a channel for alerts', async () => {
  provide({ ALERT_WEBHOOK_URL: ' ' });
  await register();
  await jest.advanceTimersByTimeAsync(0);
  expect(request.mock.calls.map(([url]) => String(url))).toContainEqual(
    expect.stringMatching(`^${DATABASE}/.*purge_expired`),
  );
});

test.each([
  ['a build', { NEXT_PHASE: 'phase-production-build' }],
  ['another runtime', { NEXT_RUNTIME: 'edge' }],
])('%s checks no settings', async (_what, more) => {
  provide({ SITE_URL: 'nowhere', ...more });
  await register();
  expect(lines).toEqual([]);
});

// `canaries.ts` has the log of the server.
test('an error caught in another runtime is not logged', async () => {
  provide({ NEXT_RUNTIME: 'edge' });
  await onRequestError(
    new TypeError('x'),
    { path: '/', method: 'GET', headers: {} },
    {
      routerKind: 'App Router',
      routePath: '/page',
      routeType: 'render',
      revalidateReason: undefined,
    },
  );
  expect(lines).toEqual([]);
});
