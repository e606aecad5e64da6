import { reloadIfOutdated } from '@/components/voice/reload-if-outdated';

const runtime = '/_next/static/chunks/turbopack-1.js';
const before = globalThis.fetch;
const answer = (fetched: () => Promise<unknown>) =>
  (globalThis.fetch = jest.fn(fetched) as unknown as typeof fetch);
const page = (ok: boolean, html: string) => async () => ({ ok, text: async () => html });

/** jsdom does not navigate; it logs an error. */
const reloads = () => jest.mocked(console.error).mock.calls.length;

beforeEach(() => {
  document.body.innerHTML = `<script src="/other.js"></script><script src="${runtime}"></script>`;
  jest.mocked(console.error).mockImplementation(() => undefined);
});
afterEach(() => {
  globalThis.fetch = before;
});

it('reloads a page of which a newer version is out', async () => {
  const fetch = answer(page(true, '<script src="/_next/static/chunks/turbopack-2.js"></script>'));
  await expect(reloadIfOutdated()).resolves.toBe(true);
  expect(fetch).toHaveBeenCalledWith('http://localhost/', { cache: 'no-store' });
  expect(reloads()).toBe(1);
});

it.each([
  ['is the newest', page(true, `<script src="${runtime}"></script>`)],
  ['cannot be asked for', () => Promise.reject(new TypeError('offline'))],
  ['is answered with an error', page(false, 'Bad gateway')],
])('leaves a page alone that %s', async (_what, fetched) => {
  answer(fetched);
  await expect(reloadIfOutdated()).resolves.toBe(false);
  expect(reloads()).toBe(0);
});

it('leaves a page alone that does not know its version', async () => {
  document.body.innerHTML = '';
  answer(page(true, 'another page'));
  await expect(reloadIfOutdated()).resolves.toBe(false);
});
