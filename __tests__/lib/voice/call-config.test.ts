import { fetchCallConfig } from '@/lib/voice/call-config';

const whole = {
  configured: true,
  publicKey: 'key',
  assistantId: 'assistant',
  apiUrl: 'https://api.example',
  callMachineUrl: 'https://machine.example/call.js',
};
const answers = (body: unknown, init: Partial<Response> = {}) => {
  globalThis.fetch = jest.fn(() =>
    Promise.resolve({ ok: true, status: 200, json: () => Promise.resolve(body), ...init }),
  ) as unknown as typeof fetch;
};

it('asks our own server, anew each time, in a way that other pages cannot', async () => {
  answers(whole);
  const { configured: _, ...config } = whole;
  expect(await fetchCallConfig()).toEqual(config);
  expect(jest.mocked(fetch).mock.calls).toEqual([
    ['/api/call-config', { cache: 'no-store', headers: { 'x-requested-with': 'call-widget' } }],
  ]);
});

it.each([
  [{ ...whole, configured: false }],
  [{ ...whole, configured: 'yes' }],
  [{ ...whole, publicKey: '' }],
  [{ ...whole, publicKey: 7 }],
  [{ configured: true }],
])('knows a server that has none: %p', async (body) => {
  answers(body);
  expect(await fetchCallConfig()).toBeNull();
});

it.each(['', null, undefined, 7])('takes %p for nothing', async (value) => {
  answers({ ...whole, assistantId: value, apiUrl: value, callMachineUrl: value });
  expect(await fetchCallConfig()).toEqual({
    publicKey: 'key',
    assistantId: null,
    apiUrl: null,
    callMachineUrl: null,
  });
});

it('throws when the server answers with an error', async () => {
  answers(whole, { ok: false, status: 503 });
  await expect(fetchCallConfig()).rejects.toThrow('call-config answered 503');
});
