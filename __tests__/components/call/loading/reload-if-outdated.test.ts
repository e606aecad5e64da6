import { reloadIfOutdated } from '@/components/call/loading/reload-if-outdated';

const buildChunkUrl = (name: string) => `/_next/static/chunks/${name}.js`;
const originalFetch = globalThis.fetch;
const mockFetch = (fetchPage: () => Promise<unknown>) =>
  (globalThis.fetch = jest.fn(fetchPage) as unknown as typeof fetch);
const createPage =
  (html: string, ok = true) =>
  async () => ({ ok, text: async () => html });

/** jsdom does not navigate; it logs an error. */
const countReloads = () => jest.mocked(console.error).mock.calls.length;

beforeEach(() => {
  document.body.innerHTML = `<script src="${buildChunkUrl('a')}"></script><script src="${buildChunkUrl('lazy')}"></script>`;
  jest.mocked(console.error).mockImplementation(() => undefined);
});
afterEach(() => {
  globalThis.fetch = originalFetch;
});

it('reloads the page if there is a newer version', async () => {
  const fetch = mockFetch(createPage(`<script async="" src="${buildChunkUrl('b')}"></script>`));
  await expect(reloadIfOutdated()).resolves.toBe(true);
  const signal = expect.any(AbortSignal);
  expect(fetch).toHaveBeenCalledWith('http://localhost/', { cache: 'no-store', signal });
  expect(countReloads()).toBe(1);
});

it.each([
  ['is the newest', createPage(`<script src="${buildChunkUrl('a')}"></script>`)],
  ['cannot be asked for', () => Promise.reject(new TypeError('offline'))],
  ['is answered with an error', createPage(`<script src="${buildChunkUrl('b')}"></script>`, false)],
])('does not reload a page that %s', async (_what, fetchPage) => {
  mockFetch(fetchPage);
  await expect(reloadIfOutdated()).resolves.toBe(false);
  expect(countReloads()).toBe(0);
});

it('says so if the page was left meanwhile, so that its caller starts nothing', async () => {
  mockFetch(() => {
    dispatchEvent(new Event('pagehide'));
    return Promise.reject(new TypeError('aborted'));
  });
  await expect(reloadIfOutdated()).resolves.toBe(true);
  expect(countReloads()).toBe(0);
});
