import { reloadIfOutdated } from '@/components/call/loading/reload-if-outdated';

const chunk = (name: string) => `/_next/static/chunks/${name}.js`;
const before = globalThis.fetch;
const answer = (fetched: () => Promise<unknown>) =>
  (globalThis.fetch = jest.fn(fetched) as unknown as typeof fetch);
const page =
  (html: string, ok = true) =>
  async () => ({ ok, text: async () => html });

/** jsdom does not navigate; it logs an error. */
const reloads = () => jest.mocked(console.error).mock.calls.length;

beforeEach(() => {
  document.body.innerHTML = `<script src="${chunk('a')}"></script><script src="${chunk('lazy')}"></script>`;
  jest.mocked(console.error).mockImplementation(() => undefined);
});
afterEach(() => {
  globalThis.fetch = before;
});

it.each([
  ['hydrates at once', `<script async="" src="${chunk('b')}"></script>`],
  ['is deferred', `<script type="text/x-deferred" data-src="${chunk('b')}"></script>`],
])('reloads the page if the newer version %s', async (_what, html) => {
  const fetch = answer(page(html));
  await expect(reloadIfOutdated()).resolves.toBe(true);
  expect(fetch).toHaveBeenCalledWith('http://localhost/', { cache: 'no-store' });
  expect(reloads()).toBe(1);
});

it.each([
  ['is the newest', page(`<script type="text/x-deferred" data-src="${chunk('a')}"></script>`)],
  [
    'only fetches more ahead',
    page(`<script type="text/x-ahead" data-src="${chunk('b')}"></script>`),
  ],
  ['cannot be asked for', () => Promise.reject(new TypeError('offline'))],
  ['is answered with an error', page(`<script src="${chunk('b')}"></script>`, false)],
])('does not reload a page that %s', async (_what, fetched) => {
  answer(fetched);
  await expect(reloadIfOutdated()).resolves.toBe(false);
  expect(reloads()).toBe(0);
});
