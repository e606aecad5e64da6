import type * as Chunk from '@/lib/call/session/load-chunk';

let chunk: typeof Chunk;
let currentScript: jest.SpyInstance;
beforeEach(async () => {
  jest.resetModules();
  chunk = await import('@/lib/call/session/load-chunk');
  const script = document.createElement('script');
  currentScript = jest.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
});

const never = () => new Promise<never>(() => undefined);
const fireError = (file: string) =>
  dispatchEvent(new ErrorEvent('error', { filename: `http://localhost/${file}` }));
const read = (loading: Promise<unknown>) => loading.catch(() => chunk.getLoadFailure());

test('passes the result and the error of an import on', async () => {
  await expect(chunk.loadChunk(async () => 'code')).resolves.toBe('code');
  const failing = chunk.loadChunk(() => Promise.reject(new TypeError('offline')));
  await expect(read(failing)).resolves.toBe('init-failed');
});

test('rejects when the browser cannot run the chunk, and at once from then on', async () => {
  const loading = read(chunk.loadChunk(never));
  fireError('_next/static/chunks/call.js');
  await expect(loading).resolves.toBe('unsupported-browser');
  await expect(read(chunk.loadChunk(never))).resolves.toBe('unsupported-browser');
});

test.each([
  ['of another file', 'extension.js', () => undefined],
  ['in a handler', '_next/static/chunks/call.js', () => currentScript.mockReturnValue(null)],
])('an error %s is none of the chunk', async (_what, file, prepare) => {
  let settle = (_: string) => {};
  const loading = chunk.loadChunk(() => new Promise<string>((resolve) => (settle = resolve)));
  prepare();
  fireError(file);
  settle('code');
  await expect(loading).resolves.toBe('code');
});

test('a widget whose code the browser cannot run says so', async () => {
  global.fetch = jest.fn(async () => ({
    ok: true,
    json: async () => ({ configured: true, refusal: null, maxSeconds: 300 }),
  })) as unknown as typeof fetch;
  const { setUpCalls } = await import('@/lib/call/session/call-setup');
  const { createVoiceClient } = await import('@/lib/call/session/voice-client');
  const setup = setUpCalls(createVoiceClient(never), () => 'assistant');
  fireError('_next/static/chunks/call.js');
  await expect(setup).resolves.toMatchObject({ ok: false, kind: 'unsupported-browser' });
});
