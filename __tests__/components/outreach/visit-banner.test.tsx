import { act, fireEvent, render, screen } from '@testing-library/react';
import { VisitBanner } from '@/components/outreach/visit-banner';
import { personalCopyCs } from '@/lib/content/personal-cs';

const copy = personalCopyCs.visit;
const post = jest.fn<Promise<Response>, [string, RequestInit]>();
let visibility: DocumentVisibilityState;

beforeEach(() => {
  jest.useFakeTimers();
  visibility = 'visible';
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  post.mockReset().mockResolvedValue(createAnswer({ ok: true, tracked: true }));
  global.fetch = post as unknown as typeof fetch;
});
afterEach(() => Reflect.deleteProperty(document, 'prerendering'));

const createAnswer = (body: { ok: boolean; [fact: string]: unknown }) =>
  ({ ok: body.ok, json: async () => body }) as Response;
const advance = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const listPaths = () => post.mock.calls.map(([path]) => path);
const getBanner = () => screen.getByRole('alert');
async function setVisibility(to: DocumentVisibilityState) {
  visibility = to;
  document.dispatchEvent(new Event('visibilitychange'));
  await advance(0);
}
const link = { contact_name: 'Jan', company_name: null };
const show = () => void render(<VisitBanner assistantId="demo-cs" link={link} copy={copy} />);
/** Shows the page until its visit is reported. */
const visit = () => (show(), advance(2_000));

test('reports the visit once, after two seconds in view, and outlives the page', async () => {
  show();
  await advance(1_999);
  expect(post).not.toHaveBeenCalled();
  await advance(1);
  await setVisibility('hidden');
  await setVisibility('visible');
  await advance(10_000);
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ vapi_assistant_id: 'demo-cs', link }),
    keepalive: true,
  };
  expect(post.mock.calls).toEqual([['/api/visit', request]]);
  expect(getBanner()).toBeEmptyDOMElement();
});

test.each([
  ['press', () => fireEvent.pointerDown(document.body)],
  ['key', () => fireEvent.keyDown(document.body, { key: 'Tab' })],
])('reports visit and input at the first %s, even one that is stopped', (_what, giveInput) => {
  const stop = (event: Event) => event.stopPropagation();
  for (const type of ['pointerdown', 'keydown']) document.body.addEventListener(type, stop);
  show();
  fireEvent.scroll(document);
  fireEvent.pointerMove(document.body);
  expect(listPaths()).toEqual([]);
  for (let press = 0; press < 2; press += 1) giveInput();
  expect(listPaths()).toEqual(['/api/visit', '/api/visit/input']);
  for (const type of ['pointerdown', 'keydown']) document.body.removeEventListener(type, stop);
});

test('reports an input after the visit, and shows no error if only that report fails', async () => {
  await visit();
  post.mockRejectedValue(new TypeError('Failed to fetch'));
  fireEvent.keyDown(document.body, { key: 'Tab' });
  await advance(1_000);
  expect(listPaths()).toEqual(['/api/visit', '/api/visit/input']);
  const { body, keepalive } = post.mock.lastCall![1];
  expect([JSON.parse(String(body)), keepalive]).toEqual([
    { vapi_assistant_id: 'demo-cs', link },
    true,
  ]);
  expect(getBanner()).toBeEmptyDOMElement();
});

test('a page whose name has left the address reports what the history has of it', async () => {
  history.replaceState({ link: { code: 'abcdefghjk' } }, '');
  await visit();
  history.replaceState(null, '');
  expect(JSON.parse(String(post.mock.lastCall![1].body)).link).toEqual({ code: 'abcdefghjk' });
});

test('a page in a background tab waits for two seconds in view at a time', async () => {
  visibility = 'hidden';
  show();
  for (let glance = 0; glance < 5; glance += 1) {
    await advance(60_000);
    await setVisibility('visible');
    await advance(1_999);
    await setVisibility('hidden');
  }
  expect(post).not.toHaveBeenCalled();
  await setVisibility('visible');
  await advance(2_000);
  expect(post).toHaveBeenCalledTimes(1);
});

test('a prerendered page reports nothing until it is shown', async () => {
  const prerender = (value: boolean) =>
    Object.defineProperty(document, 'prerendering', { configurable: true, value });
  prerender(true);
  show();
  await advance(60_000);
  expect(post).not.toHaveBeenCalled();
  prerender(false);
  document.dispatchEvent(new Event('prerenderingchange'));
  await advance(2_000);
  expect(post).toHaveBeenCalledTimes(1);
});

test.each([
  ['no prospect has this link', {}],
  ['a bot made it', { bot: true }],
])('warns in the console, not on the page, that %s', async (why, more) => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  post.mockResolvedValue(createAnswer({ ok: true, tracked: false, ...more }));
  await visit();
  expect(warn.mock.calls).toEqual([[`Visit not recorded: ${why}.`]]);
  expect(getBanner()).toBeEmptyDOMElement();
});

const answerStep = (step?: string) => async () =>
  createAnswer({ ok: false, error: 'unavailable', step, message: 'A sentence of the server' });
const noJson = { ok: true, json: () => Promise.reject(new SyntaxError('<')) } as Response;

test.each<[string, () => Promise<Response>, string]>([
  ['the look-up fails', answerStep('lookup'), copy.lookupFailed],
  ['the update fails', answerStep('update'), copy.updateFailed],
  ['our server fails', answerStep(), copy.failed],
  ['a proxy answers', answerStep('constructor'), copy.failed],
  ['the answer is no JSON', async () => noJson, copy.failed],
  ['the network fails', () => Promise.reject(new TypeError('Failed to fetch')), copy.failed],
])('if %s, the banner says so in our words', async (_what, answer, message) => {
  post.mockImplementation(answer);
  await visit();
  expect(getBanner().textContent).toBe(message);
});

describe('a page that is left while the visit is reported', () => {
  let settle: (answer: Response | PromiseLike<Response>) => void;
  beforeEach(async () => {
    post.mockReturnValue(new Promise((resolve) => (settle = resolve)));
    await visit();
  });

  test.each(['beforeunload', 'pagehide'])(
    'shows no error for the request that the browser ends after %s',
    async (event) => {
      fireEvent(window, new Event(event));
      settle(Promise.reject(new TypeError('Failed to fetch')));
      // Also when it comes back from the back/forward cache.
      fireEvent(window, new Event('pageshow'));
      await advance(60_000);
      expect(getBanner()).toBeEmptyDOMElement();
    },
  );

  test('shows the server’s error if it stays after all', async () => {
    fireEvent(window, new Event('beforeunload'));
    settle(createAnswer({ ok: false, step: 'lookup' }));
    await advance(0);
    expect(getBanner().textContent).toBe(copy.lookupFailed);
  });
});
