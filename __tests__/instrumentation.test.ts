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
  jest.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('exit');
  });
});
afterAll(() => void (globalThis.fetch = fetch));

const provide = (more: Record<string, string>) =>
  jest.replaceProperty(process, 'env', { ...complete, ...more });

test('a server with a wrong setting ends', async () => {
  provide({ SITE_URL: 'nowhere' });
  await expect(register()).rejects.toThrow('exit');
  expect(lines).toContainEqual(expect.objectContaining({ setting: 'SITE_URL' }));
  expect(request).not.toHaveBeenCalled();
});

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

test.each([
  ['nodejs', [{ error: 'TypeError', route: '/page' }]],
  ['edge', []],
])('an error caught in the runtime %s is logged: %j', async (runtime, logged) => {
  provide({ NEXT_RUNTIME: runtime });
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
  expect(lines).toMatchObject(logged);
});
