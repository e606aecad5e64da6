import { createAnswer } from './fake-world';
import {
  expectNothingOpen,
  leavePage,
  mountCallAt,
  performStep,
  setUpFakeWorld,
  world,
} from './call-fixture';

setUpFakeWorld();

const getId = () => world.requested[0]?.id;
const html = new SyntaxError('Unexpected token <');
const offline = new TypeError('offline');

it('reports at once that the visitor has left, with a request that outlives the page', async () => {
  const { session } = await mountCallAt('live');
  await performStep(undefined, 84_000);
  expect(world.endReports).toEqual([]);
  session.end();
  expect(jest.mocked(fetch).mock.calls.at(-1)).toEqual([
    '/api/call/end',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: getId(), outcome: { seconds: 84, reason: 'visitor' } }),
      keepalive: true,
    },
  ]);
});

it.each<[string, string, boolean, () => void]>([
  ['a refusal', 'quota-exhausted', false, () => world.answerPost('provider_quota')],
  ['a code of a newer server', 'start-failed', true, () => world.answerPost('of_a_newer_server')],
  ['a lost network', 'service-unreachable', true, () => world.posts[0]?.reject(offline)],
  ['a page of a proxy', 'service-failed', true, () => world.posts[0]?.reject(html)],
  ['no room', 'service-failed', true, () => world.posts[0]?.resolve(createAnswer(201, null))],
])('reports %s as %s, and the end if a call may exist: %s', async (_, kind, mayExist, answer) => {
  const { getState } = await mountCallAt('microphone');
  await performStep(answer, 600);
  const failure = { kind, phase: 'dialling' };
  expect(getState()).toEqual({ status: 'idle', failure, ended: null });
  // Without the server's words.
  expect(world.reports).toEqual([{ kind: failure.kind, stage: failure.phase }]);
  expect(world.endReports).toEqual(mayExist ? [{ id: getId() }] : []);
  expectNothingOpen();
  expect(world.sdks).toEqual([]);
});

it('reports a refused join once, though it is announced three times', async () => {
  await mountCallAt('script');
  await performStep(() => world.room?.refuseJoin({ type: 'no-room', msg: 'gone' }), 600);
  expect(world.reports).toEqual([{ kind: 'call-refused', stage: 'joining' }]);
  expectNothingOpen();
});

it.each([
  ['stores a rating of a prospect’s call', 'demo-cs', [{}, { rating: 4 }]],
  ['stores no rating of the landing page', undefined, [{}]],
])('%s', async (_, assistantId, more) => {
  const { session } = await mountCallAt('live', 'voice', { assistantId });
  await performStep(() => session.end(), 20_000);
  session.rate(4);
  const outcome = { seconds: 0, reason: 'visitor' };
  const expected = more.map((rating) => ({ id: getId(), outcome: { ...outcome, ...rating } }));
  expect(world.endReports).toEqual(expected);
});

describe('a report that is lost', () => {
  const outage = jest.fn<Promise<unknown>, []>();

  /** Plays a call whose report meets the outage. Returns a function that ends the outage. */
  async function playOutage(status?: number) {
    const { session, getState } = await mountCallAt('live');
    const { fetch: fetchAsBefore } = globalThis;
    outage.mockImplementation(() =>
      status ? Promise.resolve({ status }) : Promise.reject(offline),
    );
    globalThis.fetch = outage as unknown as typeof fetch;
    await performStep(() => session.end(), 600);
    expect(getState()).toMatchObject({ status: 'idle', failure: null });
    return () => (globalThis.fetch = fetchAsBefore);
  }

  it.each([undefined, 503, 408, 429])('is repeated after the answer %s', async (status) => {
    const endOutage = await playOutage(status);
    // Longer than a call of the default length: the provider may hold it for hours.
    await performStep(undefined, 600_000);
    endOutage();
    await performStep(undefined, 60_000);
    expect(world.endReports).toMatchObject([{ id: getId() }]);
    leavePage();
    await performStep(undefined, 60_000);
    expect(world.endReports).toHaveLength(1);
  });

  it('is repeated when the page is left', async () => {
    const endOutage = await playOutage();
    endOutage();
    await performStep(leavePage, 0);
    expect(world.endReports).toHaveLength(1);
  });

  it('is not repeated if our server refuses it', async () => {
    await playOutage(422);
    await performStep(undefined, 60_000);
    expect(outage).toHaveBeenCalledTimes(1);
  });

  it('is tried less and less often, also if the page is left and shown again', async () => {
    await playOutage();
    leavePage();
    leavePage();
    await performStep(undefined, 60_000);
    expect(outage.mock.calls.length).toBeLessThan(8);
    outage.mockClear();
    await performStep(undefined, 600_000);
    expect(outage).toHaveBeenCalledTimes(10);
  });
});
