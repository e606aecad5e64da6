import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { VisitBanner } from '@/components/outreach/visit-banner';
import { personalCopyCs } from '@/lib/content/personal-cs';

const fetchMock = jest.fn<Promise<Response>, [string, RequestInit]>();
let visibility: DocumentVisibilityState = 'visible';

beforeEach(() => {
  jest.useFakeTimers();
  visibility = 'visible';
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  mockAnswer(200, { ok: true, tracked: true });
  global.fetch = fetchMock as unknown as typeof fetch;
});

afterEach(() => {
  Reflect.deleteProperty(document, 'prerendering');
});

function mockAnswer(status: number, body: unknown) {
  const response = { ok: status < 400, status, json: async () => body } as Response;
  fetchMock.mockResolvedValue(response);
}

const show = () => void render(<VisitBanner assistantId="demo-cs" copy={personalCopyCs.visit} />);

const expectAlert = (text: string) => expect(screen.getByRole('alert').textContent).toBe(text);

/** The visit and the first input are reported separately. */
const listPosts = (path: string) => fetchMock.mock.calls.filter(([url]) => url === path);

const advance = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

async function setVisibility(to: DocumentVisibilityState) {
  visibility = to;
  document.dispatchEvent(new Event('visibilitychange'));
  await advance(0);
}

test('reports the visit after two seconds in view, with a keepalive request', async () => {
  show();
  await advance(1999);
  expect(fetchMock).not.toHaveBeenCalled();
  await advance(1);
  expect(fetchMock).toHaveBeenCalledTimes(1);
  const [url, init] = fetchMock.mock.calls[0] ?? [];
  expect(url).toBe('/api/visit');
  expect(init).toMatchObject({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    keepalive: true,
  });
  expect(JSON.parse(String(init?.body))).toEqual({ vapi_assistant_id: 'demo-cs' });
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
});

test.each([
  ['press', () => fireEvent.pointerDown(document.body)],
  ['key', () => fireEvent.keyDown(document.body, { key: 'Tab' })],
])('reports it at the first %s, and only once', async (_what, giveInput) => {
  show();
  await advance(100);
  giveInput();
  expect(listPosts('/api/visit')).toHaveLength(1);
  giveInput();
  await advance(10_000);
  await setVisibility('hidden');
  await setVisibility('visible');
  await advance(10_000);
  expect(listPosts('/api/visit')).toHaveLength(1);
});

test.each([0, 60_000])('tells of the first input once, also %i ms later', async (ms) => {
  show();
  await advance(ms);
  expect(listPosts('/api/visit/input')).toEqual([]);
  fireEvent.scroll(document);
  fireEvent.pointerMove(document.body);
  expect(listPosts('/api/visit/input')).toEqual([]);
  fireEvent.pointerDown(document.body);
  fireEvent.keyDown(document.body, { key: 'Tab' });
  const posts = listPosts('/api/visit/input');
  expect(posts).toHaveLength(1);
  expect(posts[0]?.[1]).toMatchObject({ method: 'POST', keepalive: true });
  expect(JSON.parse(String(posts[0]?.[1].body))).toEqual({ vapi_assistant_id: 'demo-cs' });
  expect(listPosts('/api/visit')).toHaveLength(1);
});

test('shows no error if only the report of the first input fails', async () => {
  show();
  await advance(2000);
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
  fireEvent.keyDown(document.body, { key: 'Tab' });
  await advance(1000);
  expect(listPosts('/api/visit/input')).toHaveLength(1);
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
});

test('reports a press whose event does not propagate', () => {
  show();
  const stop = (event: Event) => event.stopPropagation();
  document.body.addEventListener('pointerdown', stop);
  fireEvent.pointerDown(document.body);
  document.body.removeEventListener('pointerdown', stop);
  expect(listPosts('/api/visit')).toHaveLength(1);
  expect(listPosts('/api/visit/input')).toHaveLength(1);
});

test('a page in a background tab waits for two seconds in view at a time', async () => {
  visibility = 'hidden';
  show();
  await advance(60_000);
  for (let glance = 0; glance < 5; glance += 1) {
    await setVisibility('visible');
    await advance(1999);
    await setVisibility('hidden');
    await advance(60_000);
    expect(jest.getTimerCount()).toBe(0);
  }
  expect(fetchMock).not.toHaveBeenCalled();
  await setVisibility('visible');
  await advance(2000);
  expect(fetchMock).toHaveBeenCalledTimes(1);
});

test('a prerendered page reports nothing until it is shown', async () => {
  let isPrerendering = true;
  Object.defineProperty(document, 'prerendering', {
    configurable: true,
    get: () => isPrerendering,
  });
  show();
  await advance(60_000);
  expect(fetchMock).not.toHaveBeenCalled();
  isPrerendering = false;
  document.dispatchEvent(new Event('prerenderingchange'));
  await advance(2000);
  expect(fetchMock).toHaveBeenCalledTimes(1);
});

test('reports nothing once it is gone from the page', async () => {
  show();
  cleanup();
  fireEvent.keyDown(document);
  await advance(10_000);
  expect(fetchMock).not.toHaveBeenCalled();
});

test.each([
  ['no prospect has this assistant', {}],
  ['a bot made it', { bot: true }],
])('warns in the console, not on the page, that %s', async (why, more) => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  mockAnswer(200, { ok: true, tracked: false, ...more });
  show();
  await advance(2000);
  expect(warn.mock.calls).toEqual([[`Visit not recorded: ${why}.`]]);
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
});

test.each([
  ['lookup', personalCopyCs.visit.lookupFailed],
  ['update', personalCopyCs.visit.updateFailed],
  [undefined, personalCopyCs.visit.failed],
  ['constructor', personalCopyCs.visit.failed],
])('when the step %s failed, the banner says “%s”', async (step, message) => {
  mockAnswer(503, { ok: false, error: 'unavailable', step, message: 'A sentence of the server' });
  show();
  await advance(2000);
  expect(screen.getByRole('alert').textContent).toBe(message);
});

const noJson = { ok: true, json: () => Promise.reject(new SyntaxError('<')) };

test.each([
  ['no network', () => fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))],
  ['an answer that is no JSON', () => fetchMock.mockResolvedValue(noJson as unknown as Response)],
])('shows the general error for %s', async (_what, fail) => {
  fail();
  show();
  await advance(2000);
  expectAlert(personalCopyCs.visit.failed);
});

describe('a page that is left while the visit is reported', () => {
  let fail: (error: Error) => void;
  beforeEach(() => {
    fetchMock.mockReturnValue(new Promise((_, reject) => (fail = reject)));
  });

  test.each(['beforeunload', 'pagehide'])(
    'shows no error for the request that the browser ends after %s',
    async (event) => {
      show();
      await advance(2000);
      fireEvent(window, new Event(event));
      fail(new TypeError('Failed to fetch'));
      await advance(0);
      // Also when it comes back from the back/forward cache.
      fireEvent(window, new Event('pageshow'));
      await advance(60_000);
      expect(screen.getByRole('alert')).toBeEmptyDOMElement();
    },
  );

  test('shows no error for a response that can no longer be read', async () => {
    const unread = { ok: true, json: () => new Promise((_, reject) => (fail = reject)) };
    fetchMock.mockResolvedValue(unread as unknown as Response);
    show();
    await advance(2000);
    fireEvent(window, new Event('pagehide'));
    fail(new TypeError('Load failed'));
    await advance(0);
    expect(screen.getByRole('alert')).toBeEmptyDOMElement();
  });

  test('shows the server’s error if the page stays after all', async () => {
    let settle: (response: Response) => void = () => undefined;
    fetchMock.mockReturnValue(new Promise((resolve) => (settle = resolve)));
    show();
    await advance(2000);
    fireEvent(window, new Event('beforeunload'));
    const body = { ok: false, step: 'lookup' };
    settle({ ok: false, json: async () => body } as Response);
    await advance(0);
    expectAlert(personalCopyCs.visit.lookupFailed);
  });
});
