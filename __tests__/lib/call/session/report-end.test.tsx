import { act } from '@testing-library/react';
import {
  mountCallAt,
  leavePage,
  playUntil,
  setUpFakeWorld,
  performStep,
  world,
} from './call-fixture';

setUpFakeWorld();

const personal = { assistantId: 'demo-cs' };
const listIds = () => world.requested.map(({ id }) => id);

it('reports at once that the visitor has left, with a request that outlives the page', async () => {
  const widget = await mountCallAt('live');
  await performStep(undefined, 84_000);
  expect(world.endReports).toEqual([]);
  act(() => widget.getSession().end());
  const [id] = listIds();
  expect(jest.mocked(fetch).mock.calls.at(-1)).toEqual([
    '/api/call/end',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id, outcome: { seconds: 84, reason: 'visitor' } }),
      keepalive: true,
    },
  ]);
});

it('reports every call once', async () => {
  const widget = await mountCallAt('live');
  await performStep(() => world.room?.close(), 600);
  leavePage();
  await playUntil(widget, 'live');
  leavePage();
  widget.unmount();
  leavePage();
  expect(world.endReports.map(({ id }) => id)).toEqual(listIds());
  expect(world.endReports).toMatchObject([
    { outcome: { reason: 'assistant' } },
    { outcome: { reason: 'left-page' } },
  ]);
});

it.each(['microphone', 'join'] as const)(
  'reports no outcome of a call that was canceled after the stage %s',
  async (stage) => {
    const widget = await mountCallAt(stage);
    await performStep(() => widget.getSession().end());
    expect(world.posts).toEqual([]);
    expect(world.endReports).toEqual([{ id: listIds()[0] }]);
  },
);

it('reports nothing of a call that was never requested', async () => {
  const widget = await mountCallAt('start');
  await performStep(() => widget.getSession().end());
  for (const answer of world.answers) await performStep(answer);
  leavePage();
  expect(world.endReports).toEqual([]);
});

it.each<[string, number, () => void]>([
  ['refused by our server', 0, () => world.answerPost('calls_spent')],
  ['that may exist', 1, () => world.posts[0]?.reject(new TypeError('offline'))],
])('after a call %s sends %i reports', async (_, count, answer) => {
  await mountCallAt('microphone');
  await performStep(answer);
  expect(world.endReports).toHaveLength(count);
});

it('rates a prospect’s last call, and stores no rating of the landing page', async () => {
  const widget = await mountCallAt('live', 'voice', personal);
  await performStep(() => widget.getSession().end(), 20_000);
  await performStep(() => widget.getSession().rate(4));
  const outcome = { seconds: expect.any(Number), reason: 'visitor' };
  const id = listIds()[0];
  expect(world.endReports).toEqual([
    { id, outcome },
    { id, outcome: { ...outcome, rating: 4 } },
  ]);
  widget.unmount();
  const landing = await mountCallAt('live');
  await performStep(() => landing.getSession().end(), 20_000);
  await performStep(() => landing.getSession().rate(5));
  expect(world.endReports).toHaveLength(3);
});

describe('a report that is lost', () => {
  const outage = jest.fn(() => Promise.reject<unknown>(new TypeError('offline')));

  /** Plays a call whose reports meet the outage. Returns a function that ends the outage. */
  async function playOutage(answer: () => Promise<unknown>) {
    const widget = await mountCallAt('live');
    const { fetch: fetchAsBefore } = globalThis;
    globalThis.fetch = outage.mockReset().mockImplementation(answer) as unknown as typeof fetch;
    await performStep(() => widget.getSession().end(), 600);
    expect(widget.getState()).toMatchObject({ status: 'idle', failure: null });
    expect(world.endReports).toEqual([]);
    return () => (globalThis.fetch = fetchAsBefore);
  }

  it.each([
    ['the network is gone', () => Promise.reject(new TypeError('offline'))],
    ['our server cannot store it', () => Promise.resolve({ status: 503 })],
    ['our server is slow', () => Promise.resolve({ status: 408 })],
    ['there are too many', () => Promise.resolve({ status: 429 })],
  ])('is repeated while %s, until it arrives', async (_, answer) => {
    const endOutage = await playOutage(answer);
    // Longer than a call of the default length: the provider may hold it for hours.
    await performStep(undefined, 600_000);
    endOutage();
    await performStep(undefined, 60_000);
    expect(world.endReports).toMatchObject([{ id: listIds()[0] }]);
    leavePage();
    await performStep(undefined, 60_000);
    expect(world.endReports).toHaveLength(1);
  });

  it('is repeated when the page is left', async () => {
    const endOutage = await playOutage(() => Promise.reject(new TypeError('offline')));
    endOutage();
    leavePage();
    await performStep(undefined, 60_000);
    expect(world.endReports).toHaveLength(1);
  });

  it('is not repeated if our server refuses it', async () => {
    await playOutage(() => Promise.resolve({ status: 422 }));
    await performStep(undefined, 60_000);
    expect(outage).toHaveBeenCalledTimes(1);
  });

  it('is tried less and less often, also if the page is left and shown again', async () => {
    await playOutage(() => Promise.reject(new TypeError('offline')));
    leavePage();
    leavePage();
    await performStep(undefined, 60_000);
    expect(outage.mock.calls.length).toBeLessThan(8);
    outage.mockClear();
    await performStep(undefined, 600_000);
    expect(outage).toHaveBeenCalledTimes(10);
  });
});
