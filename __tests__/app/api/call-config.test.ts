/** @jest-environment node */

import { collectLogLines, omitRequestLines } from '@/__tests__/lib/server/log/log-lines';
import { provideSettings } from '@/__tests__/lib/server/settings';

const mockFindBudgetRefusal = jest.fn();
jest.mock('@/lib/server/call/call-budget', () => ({
  ...jest.requireActual<object>('@/lib/server/call/call-budget'),
  findBudgetRefusal: mockFindBudgetRefusal,
}));

const mockLookUpAssistant = jest.fn();
jest.mock('@/lib/server/outreach/prospects', () => ({ lookUpAssistant: mockLookUpAssistant }));

const logged = collectLogLines();
const listLines = () => omitRequestLines(logged);

beforeEach(() => {
  jest.resetModules();
  jest.replaceProperty(process, 'env', { ...process.env });
  mockFindBudgetRefusal.mockReset().mockResolvedValue(null);
  mockLookUpAssistant.mockReset().mockResolvedValue('yes');
});

async function get(
  env: Record<string, string>,
  headers: Record<string, string>,
  assistant?: string,
) {
  provideSettings({ SUPABASE_URL: 'http://127.0.0.1:1', ...env });
  const { GET } = await import('@/app/api/call-config/route');
  const query = assistant ? `?assistant=${assistant}` : '';
  return GET(new Request(`http://localhost/api/call-config${query}`, { headers }));
}
const ownPageHeaders = { 'sec-fetch-site': 'same-origin' };
const readConfig = async (env: Record<string, string>, assistant?: string) =>
  (await get(env, ownPageHeaders, assistant)).json();

it('returns the call settings to our own page with no-store', async () => {
  const response = await get(
    {
      VAPI_PUBLIC_KEY: 'public-key',
      VAPI_ASSISTANT_ID: 'assistant',
      VAPI_API_URL: 'https://voice.example',
      VAPI_CALL_MACHINE_URL: 'https://voice.example/machine.js',
      CALL_MAX_SECONDS: '240',
    },
    ownPageHeaders,
  );
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.json()).toEqual({
    ok: true,
    configured: true,
    refusal: null,
    maxSeconds: 240,
    assistantId: 'assistant',
    callMachineUrl: 'https://voice.example/machine.js',
  });
  expect(listLines()).toEqual([]);
});

it('returns no key, no provider address and no other server setting', async () => {
  const settings = {
    VAPI_PUBLIC_KEY: 'public-key',
    VAPI_PRIVATE_KEY: 'private-key',
    VAPI_ORG_ID: 'org-1',
    VAPI_WEBHOOK_SECRET: 'hook-secret',
    VAPI_API_URL: 'https://voice.example',
  };
  const response = await get(settings, ownPageHeaders);
  expect(await response.text()).not.toMatch(/secret|127\.0\.0\.1|-key|org-1|voice\.example/);
});

const dialable = { VAPI_PUBLIC_KEY: 'public-key', VAPI_ASSISTANT_ID: 'assistant' };

it.each([
  [undefined, false],
  ['assistant', false],
  ['demo-cs', true],
])('checks the budget for the assistant %p (personal: %p)', async (assistant, personal) => {
  await get(dialable, ownPageHeaders, assistant);
  expect(mockFindBudgetRefusal.mock.calls).toEqual([[expect.any(Request), personal]]);
});

it.each([
  ['calls_spent', 'calls_spent'],
  ['calls_off', 'calls_off'],
  ['unavailable', 'unavailable'],
  // A slot may be free again when Start is pressed.
  ['calls_busy', null],
])('returns the refusal %s as %p', async (refusal, told) => {
  mockFindBudgetRefusal.mockResolvedValue(refusal);
  expect(await readConfig(dialable)).toMatchObject({ configured: true, refusal: told });
});

it.each([
  ['a prospect has', 'yes', null],
  ['nobody has', 'no', 'unknown_assistant'],
  ['the database cannot look up', 'unknown', 'unavailable'],
])(
  'returns the same refusal as the ticket endpoint for an assistant that %s: %s, %p',
  async (_, known, refusal) => {
    mockLookUpAssistant.mockResolvedValue(known);
    const response = await get(dialable, ownPageHeaders, 'demo-cs');
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ configured: true, refusal });
    expect(mockLookUpAssistant.mock.calls).toEqual([['demo-cs']]);
  },
);

it('reports an unknown assistant before a spent budget', async () => {
  mockFindBudgetRefusal.mockResolvedValue('calls_spent');
  mockLookUpAssistant.mockResolvedValue('no');
  expect(await readConfig(dialable, 'demo-cs')).toMatchObject({ refusal: 'unknown_assistant' });
});

it.each([undefined, 'assistant'])(
  'does not query the database for the landing page’s assistant: %p',
  async (asked) => {
    mockLookUpAssistant.mockResolvedValue('no');
    expect(await readConfig(dialable, asked)).toMatchObject({ refusal: null });
    expect(mockLookUpAssistant).not.toHaveBeenCalled();
  },
);

it.each(['a%20b', 'eq.demo-cs', '../x', 'x'.repeat(65), '%00'])(
  'reports the invalid assistant %p as unknown without a database query',
  async (asked) => {
    expect(await readConfig(dialable, asked)).toMatchObject({ refusal: 'unknown_assistant' });
    expect(mockLookUpAssistant).not.toHaveBeenCalled();
    expect(mockFindBudgetRefusal).not.toHaveBeenCalled();
  },
);

it('reports switched-off calls without checking the budget', async () => {
  expect(await readConfig({ ...dialable, CALLS_OFF: 'yes' })).toMatchObject({
    configured: true,
    refusal: 'calls_off',
  });
  expect(mockFindBudgetRefusal).not.toHaveBeenCalled();
});

it('is configured without a public key if tokens can be signed', async () => {
  const env = { VAPI_PRIVATE_KEY: 'private-key', VAPI_ORG_ID: 'org-1', VAPI_ASSISTANT_ID: 'a' };
  expect(await readConfig(env)).toMatchObject({ configured: true });
  expect(listLines()).toEqual([]);
});

it('returns configured: false without provider keys', async () => {
  expect(await readConfig({})).toEqual({ ok: true, configured: false });
});

it('returns null for settings that are not set', async () => {
  expect(await readConfig({ VAPI_PUBLIC_KEY: 'public-key' })).toEqual({
    ok: true,
    configured: true,
    refusal: null,
    maxSeconds: 300,
    assistantId: null,
    callMachineUrl: null,
  });
});

it.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a plain client', {}],
])('refuses %s', async (_, headers: Record<string, string>) => {
  const response = await get({ VAPI_PUBLIC_KEY: 'public-key' }, headers);
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ ok: false, error: 'forbidden' });
  expect(mockFindBudgetRefusal).not.toHaveBeenCalled();
});

it('serves our page in a browser that sends no fetch metadata', async () => {
  const headers = { 'x-requested-with': 'call-widget' };
  expect((await get({ VAPI_PUBLIC_KEY: 'k' }, headers)).status).toBe(200);
});

it('allows 60 requests per minute and address', async () => {
  const headers = { ...ownPageHeaders, 'x-real-ip': '192.0.2.1' };
  provideSettings({ TRUSTED_IP_HEADER: 'x-real-ip' });
  const { GET } = await import('@/app/api/call-config/route');
  const statuses = [];
  for (let n = 0; n < 61; n += 1) {
    const response = await GET(new Request('http://localhost/api/call-config', { headers }));
    statuses.push(response.status);
    if (n === 60) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(statuses).toEqual([...Array(60).fill(200), 429]);
});
